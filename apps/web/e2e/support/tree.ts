import type { Locator } from 'playwright-core';

const months = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const weekdays = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*';

/** What depends on the day and on the records of other tests, and what stands for it. */
const masks: readonly (readonly [RegExp, string])[] = [
  // Isolates are not heard.
  [/[\u200e\u200f\u061c\u2066-\u2069]/g, ''],
  // A level is no number.
  [/(?<!level=)[-−]?\d(?:[\d.,:]*\d)?/g, '0'],
  [new RegExp(`(?:${weekdays}, )?\\b0 ${months} 0`, 'g'), 'DAY'],
  [new RegExp(`\\b${months} 0`, 'g'), 'MONTH'],
  [/(next serial: )[^"]+/, '$10'],
];

/** Addresses; and what comes and goes: what is loading, what is there if another device is logged in. */
const isLeftOut = (line: string) =>
  /^\s*- (\/(url|placeholder):|progressbar|button "Log out all others")/.test(line);
const depthOf = (line: string) => line.length - line.trimStart().length;
const roleOf = (line: string) => /^\s*- '?([\w/]+)/.exec(line)?.[1] ?? '';

/** Of many that are alike the first is enough; the parts of a picture are not heard. */
const alike = new Set(['row', 'listitem', 'option']);

/** The lines that tell something new. With `isBare` what is in lists and under the heads of tables is left out. */
function told(lines: readonly string[], isBare: boolean): string[] {
  const kept: string[] = [];
  let within = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const [depth, role] = [depthOf(line), roleOf(line)];
    if (depth > within) continue;
    const before = kept.findLast((one) => depthOf(one) <= depth);
    const isSecond = before !== undefined && depthOf(before) === depth && roleOf(before) === role;
    // A list for each day.
    const isOfAnotherDay = isBare && ['heading', 'list'].includes(role) && kept.includes(line);
    const isAgain = (isSecond && alike.has(role)) || isOfAnotherDay;
    const isEmptied = role === 'img' || (isBare && (role === 'list' || (role === 'rowgroup' && isSecond)));
    within = isAgain || isEmptied ? depth : Number.POSITIVE_INFINITY;
    if (!isAgain) kept.push(line);
  }
  return kept;
}

interface Options {
  readonly isBare?: boolean | undefined;
  /** A sheet of workers: who comes first depends on the records of other tests. */
  readonly isSheet?: boolean | undefined;
}

/** What a screen reader finds in a part of a page. */
export async function treeOf(part: Locator, { isBare = false, isSheet }: Options = {}): Promise<string> {
  const snapshot = await part.ariaSnapshot();
  const masked = masks.reduce((text, [what, by]) => text.replace(what, by), snapshot);
  const lines = masked.split('\n').filter((line) => !isLeftOut(line));
  const text = told(lines, isBare).join('\n');
  const [, first] = (isSheet && /rowheader "([^"]+)"/.exec(text)) || [];
  return `${first ? text.replaceAll(first, 'NAME') : text}\n`;
}
