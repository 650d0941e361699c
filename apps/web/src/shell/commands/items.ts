import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { ProcedurePath } from '../../data/me.ts';
import { features } from '../../features.ts';
import { folded } from '../../lib/text.ts';

export const groups = ['actions', 'views', 'pages', 'people', 'payees', 'cheques', 'bills', 'look'] as const;
type Group = (typeof groups)[number];

/** The words by which a page is found besides its title, of those that have any. */
export const keywordsOf = (t: TFunction<'commands'>, name: string): string =>
  t(`keywords.${name}` as 'keywords.new', { defaultValue: '' });

/** What the palette offers. */
export interface Item {
  readonly id: string;
  readonly group: Group;
  readonly label: string;
  readonly keywords?: string | undefined;
  readonly hint?: ReactNode;
  /** Keys that do the same, as tinykeys reads them. */
  readonly keys?: string | undefined;
  readonly run: () => void;
}

type MenuName = (typeof features)[number]['name'];

/** After G. */
const letters: Readonly<Partial<Record<MenuName, string>>> = {
  home: 'h',
  logs: 'l',
  pay: 'y',
  cheques: 'c',
  bankAccounts: 'a',
  forecast: 'f',
  payees: 'p',
  bills: 'b',
  users: 'u',
  closing: 'o',
  journal: 'j',
  trash: 't',
  settings: 's',
};

interface SubPage {
  /** Of its keywords. */
  readonly name: 'day' | 'month' | 'calendar' | 'settle' | 'rates' | 'import' | 'security';
  readonly to:
    | '/logs/day'
    | '/logs/month'
    | '/cheques/calendar'
    | '/pay/settle'
    | '/pay/rates'
    | '/import'
    | '/settings/security';
  readonly letter?: string;
  /** Its name, beside that of the menu's entry which it is under. */
  readonly text:
    | 'logs:tabs.day'
    | 'logs:tabs.month'
    | 'cheques:calendar'
    | 'pay:settling.title'
    | 'pay:allRates.title'
    | 'imports:title'
    | 'security:title';
  readonly under: 'logs' | 'cheques' | 'pay' | 'settings';
  readonly needs: ProcedurePath;
}

/** What is not in the menu, and yet a page to go to. */
export const subPages: readonly SubPage[] = [
  {
    name: 'day',
    to: '/logs/day',
    letter: 'd',
    text: 'logs:tabs.day',
    under: 'logs',
    needs: 'logs.update',
  },
  {
    name: 'month',
    to: '/logs/month',
    letter: 'm',
    text: 'logs:tabs.month',
    under: 'logs',
    needs: 'logs.update',
  },
  {
    name: 'settle',
    to: '/pay/settle',
    text: 'pay:settling.title',
    under: 'pay',
    needs: 'settlements.create',
  },
  {
    name: 'rates',
    to: '/pay/rates',
    text: 'pay:allRates.title',
    under: 'pay',
    needs: 'rates.create',
  },
  {
    name: 'calendar',
    to: '/cheques/calendar',
    letter: 'k',
    text: 'cheques:calendar',
    under: 'cheques',
    needs: 'cheques.list',
  },
  {
    name: 'import',
    to: '/import',
    text: 'imports:title',
    under: 'settings',
    needs: 'imports.create',
  },
  {
    name: 'security',
    to: '/settings/security',
    text: 'security:title',
    under: 'settings',
    needs: 'auth.sessions',
  },
];

export const menuPages = features.map(({ name, to, icon, needs }) => ({
  name,
  to,
  icon,
  needs,
  letter: letters[name],
}));

interface Named {
  readonly label: string;
  /** By which it is found too. */
  readonly keywords?: string | undefined;
}

/** How well it answers: 3 begins with it, 2 has all its words in its label, 1 among its keywords as well, 0 does not. */
function rank({ label, keywords = '' }: Named, wanted: string): number {
  const name = folded(label);
  if (name.startsWith(wanted)) return 3;
  const words = wanted.split(' ');
  if (words.every((word) => name.includes(word))) return 2;
  const known = ` ${folded(keywords)}`;
  return words.every((word) => name.includes(word) || known.includes(` ${word}`)) ? 1 : 0;
}

/** What answers to what was typed, the best first; in their order where they answer alike. */
export function matching<T extends Named>(items: readonly T[], typed: string): readonly T[] {
  const wanted = folded(typed);
  if (wanted === '') return items;
  const ranks = new Map(items.map((item) => [item, rank(item, wanted)]));
  return items
    .filter((item) => ranks.get(item) !== 0)
    .toSorted((one, other) => (ranks.get(other) ?? 0) - (ranks.get(one) ?? 0));
}
