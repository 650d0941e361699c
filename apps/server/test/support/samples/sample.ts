import type { Resource } from '@daybook/domain';
import type { Arbitraries } from './arbitraries.ts';

export type Fields = Readonly<Record<string, unknown>>;
// biome-ignore lint/suspicious/noExplicitAny: records of every resource
export type Row = any;

/** What the tests know of a resource; what they know is written by hand, so that they do not repeat a mistake of the code. */
export interface Sample {
  /** What POST needs besides references; new values at each call where no two records may have the same. */
  readonly required: () => Fields;
  readonly optional: Fields;
  /** What is stored where an optional field is missing. */
  readonly defaults: Fields;
  /** What the service adds to a record of the required fields alone. */
  readonly derived?: Fields;
  /**
   * Fields that name a record of another resource, and the field of the answer that has its name; `own`: no two records may
   * be alike and name the same one; `optional`: null names none; `alsoDeleted`: a deleted record may be named.
   */
  readonly references?: Readonly<
    Record<
      string,
      {
        readonly to: Resource;
        readonly name: string;
        readonly own?: true;
        readonly optional?: true;
        readonly alsoDeleted?: true;
      }
    >
  >;
  /** What a record of this resource is called where another one names it. */
  readonly nameOf?: (record: Row) => string;
  /** One change of each field, with what else of the answer it changes. */
  readonly changes: readonly (readonly [Fields, Fields?])[];
  /** A body that is wrong in every field. */
  readonly wrong: Fields;
  /** How many characters a text may have. */
  readonly lengths: Readonly<Record<string, number>>;
  readonly journal: {
    /** The columns of a new record. */
    readonly columns: readonly string[];
    /** A change that leaves some of its fields as they are, and the columns before and after it. */
    readonly change: Fields;
    readonly before: Fields;
    readonly after: Fields;
  };
  readonly list: {
    /** Enough for several pages; some have equal keys. */
    readonly rows: readonly Fields[];
    readonly key: (record: Row) => string;
    readonly newestFirst: boolean;
    /** What `sort` calls its order, where it takes `sort`, `fields` and `updatedSince`. */
    readonly sort?: string;
    /** Fields that it may be sorted by besides, which not all records have. */
    readonly alsoSorted?: readonly string[];
    /** The field that `from` and `to` bound. */
    readonly day?: string;
    /** Values of parameters that are refused. */
    readonly refused: Readonly<Record<string, readonly string[]>>;
  };
  /** For bodies and for parameters of the list, valid and not. */
  readonly fields: Arbitraries;
  readonly parameters: Arbitraries;
}

const days = '2024-01-31 2024-02-01 2024-02-01 2024-02-01 2024-02-29 2024-03-01 2024-03-01'.split(' ');

/** A record for each of several days, some of them equal. */
export const onDays = (row: (date: string, index: number) => Fields) => days.map(row);

export const names = 'Zoë zoe Ärger arger Beta أحمد احمد Émile 李 beta Zoe _ 10% 100'.split(' ');

/** By what lists of names are ordered. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase();

let made = 0;
/** A text that no other call gives. */
export const unique = (stem: string): string => {
  made += 1;
  return `${stem}${made}`;
};
