import type { Inputs } from '@daybook/client';
import { type JournalKind, journalKinds, type Resource } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { Formats } from '../lib/format.ts';
import type { Column } from '../ui/DataTable.tsx';
import type { Field, FieldContent } from './fields.tsx';
import type { RecordOf } from './record-client.ts';

/** What records, their fields and what is done with them are called: in the words of their own screens. */
export function useRecordTexts() {
  const { t, i18n } = useTranslation(journalKinds);
  return {
    textOf: (kind: JournalKind, key: 'singular') => t(`${kind}:${key}`),
    /** All of a kind. The title of the settings is that of a page, which has a person's own too. */
    kindOf: (kind: JournalKind) => (kind === 'settings' ? t('settings:singular') : t(`${kind}:title`)),
    formTitleOf: (resource: Resource, key: 'new' | 'edit') => t(`${resource}:${key}`),
    /** A field, or what its list shows beside; one that this version of the front-end does not know has its own name. */
    fieldOf(kind: JournalKind | 'trash', field: string): string {
      const texts: unknown[] = [`fields.${field}`, field].map((key) =>
        i18n.getResource(i18n.language, kind, key),
      );
      return texts.find((text) => typeof text === 'string') ?? field;
    },
  };
}

/** The fields of a resource's records that a caller can change. */
type FieldName<R extends Resource> = Exclude<keyof Inputs[R]['update'], 'password' | `${string}ID`> &
  keyof RecordOf<R>;

/** A field whose form may also hold nothing, where the record has something. */
type FieldOf<V> = Field<V> | Field<V | undefined>;
export type FieldsOf<R extends Resource> = { readonly [N in FieldName<R>]?: FieldOf<RecordOf<R>[N]> };

/** What the form of such fields holds. */
export type ValuesOf<F> = { [N in keyof F]: F[N] extends Field<infer V> ? V : never };

/** What the screens of a resource are made of: its list, its form, its removal. */
export interface RecordDescription<R extends Resource, F extends FieldsOf<R>> {
  readonly resource: R;
  /** Judges what was typed, and says which fields are required. */
  readonly schema: z.ZodObject;
  /** In the order of the form, the list and the file. */
  readonly fields: F;
  /** The field of the form that has the focus first; without it, it is the first one. */
  readonly focused?: keyof F;
  /** What stands first in the row of a narrow window; without it, the first field that is not elsewhere there. */
  readonly first?: keyof F;
  /** What a person calls a record. */
  readonly nameOf: (row: RecordOf<R>, format: Formats) => string;
  /** Where a record can be seen: its own page, or a list that has it. */
  readonly addressOf: (row: RecordOf<R>) => string;
}

type Created<R extends Resource> = Inputs[R]['create'];
/** What a new record cannot do without. */
type RequiredName<R extends Resource> = {
  [N in keyof Created<R>]-?: undefined extends Created<R>[N] ? never : N;
}[keyof Created<R>];

/** Compiles only with fields that there are, of their kind, and with all that are required. */
export const describeRecord = <R extends Resource, F extends FieldsOf<R>>(
  description: RecordDescription<R, F> & {
    readonly fields: { readonly [N in Exclude<keyof F, FieldName<R>>]: never } & {
      readonly [N in RequiredName<R>]: unknown;
    };
  },
): RecordDescription<R, F> => description;

/** The fields one by one, their values no longer told apart: each is given only what its own field holds. */
export const entriesOf = (fields: object) => Object.entries(fields) as [string, Field<unknown>][];

/** What a field of a record holds. */
export function contentOf(row: object, name: string): FieldContent<unknown> {
  const values = row as Readonly<Record<string, unknown>>;
  const referred = values[`${name}Name`] ?? values[`${name}Serial`];
  return { value: values[name], name: typeof referred === 'string' ? referred : undefined };
}

type Columns<R extends Resource, F> = { readonly [N in keyof F]: Column<RecordOf<R>> };

/** The columns of the fields, by their names, each with what differs from others of its kind. */
export function useColumns<R extends Resource, F extends FieldsOf<R>>(
  { resource, fields, first }: RecordDescription<R, F>,
  differences: { readonly [N in keyof F]?: Partial<Column<RecordOf<R>>> } = {},
): Columns<R, F> {
  const { fieldOf } = useRecordTexts();
  const columns = entriesOf(fields).map(([key, { cell, align, isText, place, sortBy }]) => [
    key,
    {
      key,
      header: fieldOf(resource, key),
      cell: (row: object) => cell(contentOf(row, key)),
      ...(align && { align }),
      ...(isText && { isText }),
      ...(place && { place }),
      ...(key === first && { place: 'first' }),
      ...(sortBy && { sortBy: (row: object) => sortBy(contentOf(row, key)) }),
      ...differences[key as keyof F],
    },
  ]);
  return Object.fromEntries(columns) as Columns<R, F>;
}
