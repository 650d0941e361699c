import type { Inputs } from '@daybook/client';
import type { ErrorCode, IssueCode, Resource } from '@daybook/domain';
import type bills from './features/bills/locales/en.json';
import type cheques from './features/cheques/locales/en.json';
import type home from './features/home/locales/en.json';
import type journal from './features/journal/locales/en.json';
import type login from './features/login/locales/en.json';
import type logs from './features/logs/locales/en.json';
import type payees from './features/payees/locales/en.json';
import type settings from './features/settings/locales/en.json';
import type trash from './features/trash/locales/en.json';
import type users from './features/users/locales/en.json';
import type arCommon from './i18n/locales/ar/common.json';
import type arIssues from './i18n/locales/ar/issues.json';
import type common from './i18n/locales/en/common.json';
import type issues from './i18n/locales/en/issues.json';

type TextsOf<Code extends string, Texts extends Readonly<Record<Code, string>>> = Texts;

/** Compiles only while every code of the service has a text in every language. */
export type ErrorTexts = TextsOf<ErrorCode, (typeof common)['errors'] | (typeof arCommon)['errors']>;
export type IssueTexts = TextsOf<IssueCode, typeof issues | typeof arIssues>;

interface Texts {
  bills: typeof bills;
  cheques: typeof cheques;
  common: typeof common;
  home: typeof home;
  issues: typeof issues;
  journal: typeof journal;
  login: typeof login;
  logs: typeof logs;
  payees: typeof payees;
  settings: typeof settings;
  trash: typeof trash;
  users: typeof users;
}

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
