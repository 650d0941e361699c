import type { Inputs } from '@daybook/client';
import type { ErrorCode, IssueCode, Resource } from '@daybook/domain';
import type { titles } from '@daybook/domain/titles';
import type balanceReadings from './locales/en/balanceReadings.json';
import type bankAccounts from './locales/en/bankAccounts.json';
import type bills from './locales/en/bills.json';
import type calendars from './locales/en/calendars.json';
import type chequebooks from './locales/en/chequebooks.json';
import type cheques from './locales/en/cheques.json';
import type closing from './locales/en/closing.json';
import type commands from './locales/en/commands.json';
import type common from './locales/en/common.json';
import type forecast from './locales/en/forecast.json';
import type home from './locales/en/home.json';
import type issues from './locales/en/issues.json';
import type journal from './locales/en/journal.json';
import type login from './locales/en/login.json';
import type logs from './locales/en/logs.json';
import type pay from './locales/en/pay.json';
import type payEntries from './locales/en/payEntries.json';
import type payees from './locales/en/payees.json';
import type printing from './locales/en/printing.json';
import type rates from './locales/en/rates.json';
import type settings from './locales/en/settings.json';
import type settlements from './locales/en/settlements.json';
import type statement from './locales/en/statement.json';
import type tokens from './locales/en/tokens.json';
import type trash from './locales/en/trash.json';
import type users from './locales/en/users.json';

type TextsOf<Code extends string, Texts extends Readonly<Record<Code, string>>> = Texts;

/** The key that is asked for, of a plural form or a plain one. */
type AskedFor<Key extends string> = Key extends `${infer Plural}_${Intl.LDMLPluralRule}` ? Plural : Key;

/** Compiles only while every code of the service has a text. */
export type ErrorTexts = TextsOf<ErrorCode, (typeof common)['errors']>;
export type IssueTexts = TextsOf<IssueCode, Readonly<Record<AskedFor<keyof typeof issues>, string>>>;

interface OwnTexts {
  balanceReadings: typeof balanceReadings;
  bankAccounts: typeof bankAccounts;
  bills: typeof bills;
  calendars: typeof calendars;
  chequebooks: typeof chequebooks;
  cheques: typeof cheques;
  closing: typeof closing;
  commands: typeof commands;
  common: typeof common;
  forecast: typeof forecast;
  home: typeof home;
  issues: typeof issues;
  journal: typeof journal;
  login: typeof login;
  logs: typeof logs;
  pay: typeof pay;
  payEntries: typeof payEntries;
  payees: typeof payees;
  printing: typeof printing;
  rates: typeof rates;
  settings: typeof settings;
  settlements: typeof settlements;
  statement: typeof statement;
  tokens: typeof tokens;
  trash: typeof trash;
  users: typeof users;
}

type Titles = (typeof titles)['en'];
/** With the titles of columns, which stand with the domain. */
type WithTitles<Own, Columns> = Omit<Own, 'fields'> & {
  readonly fields: Columns & (Own extends { readonly fields: infer Fields } ? Fields : unknown);
};
type Texts = {
  [N in keyof OwnTexts]: N extends Exclude<keyof Titles, 'common'>
    ? WithTitles<OwnTexts[N], Titles[N]>
    : OwnTexts[N];
};

/** The fields of a record that a caller changes. */
type Field<R extends Resource> = Exclude<keyof Inputs[R]['update'], 'password' | `${string}ID`>;
type RecordText = 'title' | 'singular' | 'new' | 'edit';
type RecordTexts<R extends Resource> = Readonly<Record<RecordText, string>> & {
  readonly fields: Readonly<Record<Field<R>, string>>;
};
type TextsOfRecords<T extends { readonly [R in Resource]: RecordTexts<R> }> = T;

/** Compiles only while every resource, and every field of it, has its texts. */
export type Checked = TextsOfRecords<Pick<Texts, Resource>>;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Texts;
  }
}
