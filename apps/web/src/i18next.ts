import type { Inputs } from '@daybook/client';
import type { ErrorCode, IssueCode, Resource } from '@daybook/domain';
import type { titles } from '@daybook/domain/titles';
import type own from './locales/en.json';

type OwnTexts = typeof own;
type TextsOf<Code extends string, Texts extends Readonly<Record<Code, string>>> = Texts;

/** The key that is asked for, of a plural form or a plain one. */
type AskedFor<Key extends string> = Key extends `${infer Plural}_${Intl.LDMLPluralRule}` ? Plural : Key;

/** Compiles only while every code of the service has a text. */
export type ErrorTexts = TextsOf<ErrorCode, OwnTexts['common']['errors']>;
export type IssueTexts = TextsOf<IssueCode, Readonly<Record<AskedFor<keyof OwnTexts['issues']>, string>>>;

type Titles = Omit<(typeof titles)['en'], 'common'>;
/** With the texts of records and columns, which stand with the domain. */
type WithTitles<Own, Shared extends { readonly fields: unknown }> = Omit<Own, 'fields'> &
  Omit<Shared, 'fields'> & {
    readonly fields: Shared['fields'] & (Own extends { readonly fields: infer Fields } ? Fields : unknown);
  };
type Texts = {
  [N in keyof OwnTexts | Resource]: N extends keyof Titles
    ? WithTitles<N extends keyof OwnTexts ? OwnTexts[N] : unknown, Titles[N]>
    : OwnTexts[N & keyof OwnTexts];
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
