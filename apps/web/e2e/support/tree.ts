import type { Page } from 'playwright-core';

/** One of each kind tells enough of many: a row, an item, a cell. */
const repeated = /^- (row|listitem|gridcell|cell|columnheader|rowheader|option)\b/;
/** What is in them depends on the day and on the data. */
const bodies = /^- rowgroup/;

interface Node {
  readonly text: string;
  readonly children: Node[];
}

/** The lines of an `ariaSnapshot` as a tree. */
function parsed(lines: readonly string[]): Node[] {
  const root: Node = { text: '', children: [] };
  const open: { readonly depth: number; readonly node: Node }[] = [{ depth: -1, node: root }];
  for (const line of lines) {
    const text = line.trimStart();
    const depth = line.length - text.length;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const node = { text, children: [] };
    open.at(-1)?.node.children.push(node);
    open.push({ depth, node });
  }
  return root.children;
}

const roleOf = ({ text }: Node) => /^- (\w+)/.exec(text)?.[1] ?? text;

/** Of the records only their roles and what can be done with them; the column headers whole. */
function told(nodes: readonly Node[], isRecord: boolean, depth = 0): string[] {
  const seen = new Set<string>();
  return nodes.flatMap((node) => {
    const role = roleOf(node);
    const isHeader = role === 'columnheader';
    const isInside = isRecord || role === 'listitem' || (bodies.test(node.text) && seen.has('rowgroup'));
    const text = isInside && !isHeader ? `- ${role}` : node.text;
    if (repeated.test(node.text) && !(isHeader && !isRecord)) {
      if (seen.has(role)) return [];
    } else if (isInside && seen.has(text)) return [];
    seen.add(role);
    seen.add(text);
    const inner = told(node.children, isInside, depth + 1);
    return [
      `${'  '.repeat(depth)}${text}${isInside && inner.length > 0 && !text.endsWith(':') ? ':' : ''}`,
      ...inner,
    ];
  });
}

const word = /\p{L}[\p{L}\p{M}]*/u;

/** What changes from day to day by another name: digits, names of months and weekdays, names of records. */
function masked(tree: string, locale: string, names: readonly string[]): string {
  const dates = ['long', 'short'].flatMap((style) =>
    Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2024, 0, day + 1))).flatMap((date) => {
      const parts = new Intl.DateTimeFormat(locale, {
        timeZone: 'UTC',
        month: style as 'long',
        weekday: style as 'long',
      }).formatToParts(date);
      return parts.filter(({ value }) => word.test(value) && value.length > 2).map(({ value }) => value);
    }),
  );
  const longest = [...new Set([...names, ...dates])].toSorted((a, b) => b.length - a.length);
  return longest
    .reduce((text, name) => text.replaceAll(name, names.includes(name) ? 'NAME' : 'DATE'), tree)
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/(?:\p{Nd}[.,٬٫:/\s-]*)+(?<=\p{Nd})/gu, '0');
}

/** What a screen reader finds in the page, without what depends on the day and on the records. */
export async function treeOf(page: Page, locale: string, names: readonly string[]): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const lines = tree.split('\n').filter((line) => !/^\s*- \/url:/.test(line));
  return `${masked(told(parsed(lines), false).join('\n'), locale, names)}\n`;
}
