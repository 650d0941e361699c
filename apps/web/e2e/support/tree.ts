import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const locales = join(import.meta.dirname, '../../src/locales');

interface Node {
  readonly role: string;
  readonly text: string;
  readonly children: Node[];
}

/** The lines of an `ariaSnapshot` as a tree. */
function parsed(snapshot: string): Node[] {
  const root: Node = { role: '', text: '', children: [] };
  const open = [{ depth: -1, node: root }];
  for (const line of snapshot.split('\n').filter((one) => !/^\s*- \/(url|placeholder):/.test(one))) {
    const text = line.trimStart();
    const depth = line.length - text.length;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const node = { role: /^- '?([\w/]+)/.exec(text)?.[1] ?? '', text, children: [] };
    open.at(-1)?.node.children.push(node);
    open.push({ depth, node });
  }
  return root.children;
}

/** Of many that are alike one is enough. */
const alike = new Set(['row', 'listitem', 'cell', 'gridcell', 'rowheader', 'columnheader', 'definition']);

/** What depends on the records is told by its role alone: the rows of a table, the items of a list. */
function told(nodes: readonly Node[], isRecord: boolean, depth = 0): string[] {
  const seen = new Set<string>();
  return nodes.flatMap((node) => {
    const { role, children } = node;
    const isHeader = role === 'rowgroup' && !seen.has('rowgroup');
    const isInside = isRecord || role === 'listitem' || (role === 'rowgroup' && !isHeader);
    const isRepeated = seen.has(role) && (alike.has(role) || isRecord);
    const isDay = role === 'columnheader' && /\d/.test(node.text);
    if ((isRepeated && role !== 'columnheader') || (isDay && seen.has('day'))) return [];
    seen.add(isDay ? 'day' : role);
    const inner = told(children, isInside, depth + 1);
    // A row is called what its cells are.
    const text = isInside || role === 'row' ? `- ${role}${inner.length > 0 ? ':' : ''}` : node.text;
    return [`${'  '.repeat(depth)}${text}`, ...inner];
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const inWords = (words: Iterable<string>) =>
  new RegExp(
    `(?<![\\p{L}\\p{M}])(?:${[...new Set(words)]
      .toSorted((a, b) => b.length - a.length)
      .map(escaped)
      .join('|')})(?![\\p{L}\\p{M}])`,
    'gu',
  );

/** What counts something, in all its forms: `3 cheques`, `no cheques`. */
function counted(language: string): RegExp {
  const texts = readdirSync(join(locales, language)).flatMap((file) => {
    const flat = (tree: object): [string, string][] =>
      Object.entries(tree).flatMap(([key, value]) =>
        typeof value === 'string' ? [[key, value] as [string, string]] : flat(value as object),
      );
    return flat(JSON.parse(readFileSync(join(locales, language, file), 'utf8')) as object);
  });
  const forms = texts
    .filter(([key]) => /_(zero|one|two|few|many|other)$/.test(key))
    .map(([, text]) => escaped(text).replace(/\\\{\\\{\w+\\\}\\\}/g, '[\\p{Nd}.,٬٫]+'))
    .toSorted((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{Nd}])(?:${forms.join('|')})(?![\\p{L}\\p{Nd}])`, 'gu');
}

function datesOf(language: string): RegExp {
  const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2024, 0, day + 1)));
  const names = (['long', 'short'] as const).flatMap((style) => {
    const format = new Intl.DateTimeFormat(language, { timeZone: 'UTC', month: style, weekday: style });
    return days.flatMap((day) =>
      format
        .formatToParts(day)
        .filter(({ type }) => type !== 'literal')
        .map(({ value }) => value),
    );
  });
  return inWords(names);
}

/** What a screen reader finds in the page, without what depends on the day and on the records. */
export async function treeOf(page: Page, language: string, names: readonly string[]): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot();
  const plain = told(parsed(tree), false)
    .join('\n')
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(inWords(names), 'NAME')
    .replace(counted(language), 'COUNT')
    .replace(datesOf(language), 'DATE')
    // A level is no number of the day.
    .replace(/(?<!level=)(?:-?\p{Nd}[.,٬٫:/\s-]*)+(?<=\p{Nd})/gu, '0')
    .replace(/(?:DATE|0)(?:(?:,|،)? (?:DATE|0))+/g, 'DATE');
  return `${plain}\n`;
}
