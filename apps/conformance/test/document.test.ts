import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import accepted from '../accepted.json' with { type: 'json' };
import { openapi, redocly } from './support/redocly.ts';

test('the strictest rules of redocly find no error and no warning', async () => {
  const { stdout, stderr } = await redocly('lint', openapi, '--extends=recommended-strict', '--format=json');
  expect(JSON.parse(stdout).totals, stdout + stderr).toMatchObject({ errors: 0, warnings: 0, ignored: 0 });
});

const file = 'apps/server/openapi.json';
const root = fileURLToPath(new URL('../../..', import.meta.url));

function git(...args: string[]): string | undefined {
  try {
    return execFileSync('git', args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: 'pipe',
    });
  } catch {
    return undefined;
  }
}

/** The commit to compare with: asked for, else where the branch left its origin, else before the last change. */
function baseCommit(): string | undefined {
  const asked = process.env.CONFORMANCE_BASE;
  if (asked) return asked;
  const head = git('rev-parse', 'HEAD')?.trim();
  const left = git('merge-base', 'HEAD', 'origin/HEAD')?.trim();
  if (left && left !== head) return left;
  const isChanged = git('diff', '--quiet', 'HEAD', '--', file) === undefined;
  if (isChanged) return 'HEAD';
  const last = git('log', '-1', '--format=%H', '--', file)?.trim();
  return last && `${last}^`;
}

/** The document as it was there, with the commit; undefined where there was none, or no history. */
export function baseDocument(): { readonly commit: string; readonly text: string } | undefined {
  const commit = baseCommit();
  const text = commit && git('show', `${commit}:${file}`);
  return commit && text ? { commit, text } : undefined;
}

interface Change {
  readonly path: string;
  readonly impact: 'major' | 'minor' | 'patch';
  readonly verdicts: readonly { readonly impact: string; readonly message: string }[];
}

/** What redocly calls breaking, a line each. */
async function breakingChanges(base: string, revision: string): Promise<string[]> {
  const { stdout, stderr } = await redocly('diff', base, revision, '--format=json', '--fail-on=none');
  const { changes } = JSON.parse(stdout || `{"changes": ${JSON.stringify(stderr)}}`) as { changes: Change[] };
  return changes.flatMap(({ path, impact, verdicts }) => {
    if (impact !== 'major') return [];
    const messages = verdicts.flatMap((verdict) => (verdict.impact === 'major' ? [verdict.message] : []));
    return `${path}: ${messages.join(' ')}`;
  });
}

async function inFolder(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

test('no breaking change that accepted.json does not list', async () => {
  const base = baseDocument();
  if (!base) {
    console.log('There is no earlier openapi.json to compare with.');
    return;
  }
  const known = new Set((accepted as readonly { change: string; why: string }[]).map(({ change }) => change));
  const breaking = await breakingChanges(await inFolder('base.json', base.text), openapi);
  const unaccepted = breaking.filter((change) => !known.has(change));
  const help = unaccepted.map((change) => JSON.stringify({ change, why: '…' })).join(',\n');
  expect(
    unaccepted,
    `Breaks clients of ${base.commit}. If it is meant, add to accepted.json:\n${help}`,
  ).toEqual([]);
});

test('a breaking change is seen', async () => {
  const { default: document } = await import('../../server/openapi.json', { with: { type: 'json' } });
  const { delete: _removed, ...others } = document.paths['/logs/{logID}'];
  const paths = { ...document.paths, '/logs/{logID}': others };
  const revision = await inFolder('revision.json', JSON.stringify({ ...document, paths }));
  expect(await breakingChanges(openapi, revision)).toEqual([
    '#/paths/~1logs~1{logID}/delete: Operation `DELETE /logs/{logID}` was removed.',
  ]);
});
