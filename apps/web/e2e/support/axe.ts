import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Rule {
  readonly id: string;
  readonly impact: string;
  readonly enabled: boolean;
  readonly tags: readonly string[];
}

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
  readonly _audit: { readonly rules: readonly Rule[]; readonly tagExclude: readonly string[] };
}

/** What axe finds that is serious or worse, as `rule: element`. WCAG 2.2 A and AA, and best practices. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(() => {
    const { axe } = globalThis as unknown as { readonly axe: Axe };
    const { rules, tagExclude } = axe._audit;
    // What a rule finds is as bad as the rule says, so of those that run by default the others can be left out.
    const asked = rules.filter(
      ({ impact, enabled, tags }) =>
        enabled && /serious|critical/.test(impact) && !tags.some((tag) => tagExclude.includes(tag)),
    );
    // To describe all elements that are as they should be takes far longer than to look at them.
    return axe.run({
      runOnly: asked.map(({ id }) => id),
      resultTypes: ['violations'],
      selectors: false,
    });
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}
