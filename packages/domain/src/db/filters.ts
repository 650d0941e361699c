import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { searchedPhone, searchWords } from '../values/fold.ts';
import { type Database, perDatabase } from './client.ts';
import { sql } from './drizzle.ts';
import { type Columns, type Query, type Statement, statement, type Values } from './statement.ts';

/** The condition that each filter sets, on a placeholder of its own name. */
export type Filters = Readonly<Record<string, SQL>>;

/**
 * A query for the conditions of one set of filters.
 * @param limit of the rows: a number where no filter is used, else the placeholder `limit`
 */
export type FilteredQuery = (where: SQL[], limit: SQL) => Query;

/**
 * The limits of a list that its statement has as a number, with one row more than is answered. Where the limit is a value,
 * PostgreSQL takes a plan for any value to read a tenth of the table, and plans each execution anew: 0.15 ms of its CPU for a
 * list that reads two tables.
 */
const writtenLimits: ReadonlySet<unknown> = new Set([2, 11, 21, 26, 51, 101, 201, 501, 1001]);
const limitPlaceholder = sql`${sql.placeholder('limit')}`;

/**
 * Statements of lists that a pool keeps prepared: each takes 0.2 MB on every connection, and there are hundreds of sets of
 * filters. Others are planned each time.
 */
const MAX_PREPARED = 64;
const prepared = perDatabase(() => new Set<object>());

function isKept(db: Database, one: object): boolean {
  const kept = prepared(db);
  if (kept.has(one)) return true;
  if (kept.size >= MAX_PREPARED) return false;
  kept.add(one);
  return true;
}

/**
 * One statement for each set of filters in use, so that PostgreSQL plans exactly what is asked.
 * @param query selects the columns, for the conditions of one set
 */
export const filteredStatement = <Row extends object>(
  filters: Filters,
  columns: Columns<Row>,
  query: FilteredQuery,
) => statementPerFilters(filters, query, (one) => statement(columns, one));

/**
 * The same for totals, which read all that is asked for. They are planned for their values at each execution: a plan for any
 * values takes a period of days for 0.5 % of the table.
 */
export const totalsStatement = <Row extends object>(
  filters: Filters,
  columns: Columns<Row>,
  query: FilteredQuery,
) => statementPerFilters(filters, query, (one) => statement(columns, one), false);

/** Filters by a text: which index is best depends on it, and a statement that is kept prepared is planned for any. */
const searches = new Set(['search', 'name']);

/**
 * @param make turns the query of one set into a statement
 * @param mayKeep whether the driver may keep it prepared
 */
export function statementPerFilters<Row>(
  filters: Filters,
  query: FilteredQuery,
  make: (query: () => Query) => Statement<Row>,
  mayKeep = true,
): (db: Database, values: Values) => Promise<Row[]> {
  const statements = new Map<string, (db: Database, values: Values) => Promise<Row[]>>();
  const all = Object.entries(filters);
  return (db, values) => {
    const used = all.filter(([name]) => values[name] !== undefined);
    const isWritten = used.every(([name]) => name === 'after') && writtenLimits.has(values.limit);
    const key = [...used.map(([name]) => name), isWritten ? values.limit : ''].join();
    let one = statements.get(key);
    if (!one) {
      const limit = isWritten ? sql.raw(String(values.limit)) : limitPlaceholder;
      const made = make(() =>
        query(
          used.map(([, condition]) => condition),
          limit,
        ),
      );
      const isSearch = used.some(([name]) => searches.has(name));
      one = (db, values) => made(db, values, mayKeep && !isSearch && isKept(db, made));
      statements.set(key, one);
    }
    return one(db, values);
  };
}

/** What the placeholders of filters take: lists of identifiers as one text, and the words of a search. */
export const filterValues = ({
  search,
  ...others
}: object & { readonly search?: string | undefined }): Values => ({
  ...Object.fromEntries(
    Object.entries<unknown>(others).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(',') : value,
    ]),
  ),
  ...searchValues(search),
});

const { placeholder } = sql;

/** From a day to another, inclusive. */
export const between = (day: PgColumn) => ({
  from: sql`${day} >= ${placeholder('from')}`,
  to: sql`${day} <= ${placeholder('to')}`,
});

/** Exactly the value of a filter. */
export const equals = (column: PgColumn, filter: string) => sql`${column} = ${placeholder(filter)}`;

/** One of a list of identifiers. */
export const oneOf = (column: PgColumn, filter: string) =>
  sql`${column} = any(string_to_array(${placeholder(filter)}, ',')::uuid[])`;

/** From an amount to another, inclusive. */
export const amountsBetween = (amount: PgColumn) => ({
  minValue: sql`${amount} >= ${placeholder('minValue')}::numeric`,
  maxValue: sql`${amount} <= ${placeholder('maxValue')}::numeric`,
});

/** One of a list of amounts. */
export const oneOfAmounts = (column: PgColumn, filter: string) =>
  sql`${column} = any(string_to_array(${placeholder(filter)}, ',')::numeric[])`;

/** Characters of a word that are looked for first: LIKE takes their number times the length of the text at worst. */
const prefixLength = 16;
/** So many words are each looked for in an index; more only in what these find. */
export const indexedWords = 3;

/**
 * What the placeholders of {@link contains} take for a text that was typed: patterns of the beginnings of its words, which have
 * no spaces; those of long words, as regular expressions that are all literal; and the pattern of a phone number.
 */
export function searchValues(typed: string | undefined, filter = 'search'): Values {
  const words = searchWords(typed ?? '').map((word) => [...word]);
  if (words.length === 0) return { [filter]: undefined };
  const prefixes = words.map((word) =>
    word
      .slice(0, prefixLength)
      .join('')
      .replace(/[\\%_]/g, '\\$&'),
  );
  const long = words.filter(({ length }) => length > prefixLength);
  const phone = searchedPhone(typed ?? '');
  return {
    [filter]: prefixes.map((prefix) => `%${prefix}%`).join(' '),
    [`${filter}Long`]: long.map((word) => `***=${word.join('')}`).join(' '),
    [`${filter}Phone`]: phone === undefined ? null : `%${phone}%`,
  };
}

/** The pattern of one of the words of a search, from 1; empty where there are fewer. */
export const wordOf = (filter: string, n: number) =>
  sql`split_part(${placeholder(filter)}, ' ', ${sql.raw(String(n))})`;

/**
 * Is each word of the search in a folded text? LIKE can use an index of trigrams. A long word is looked for as a regular
 * expression too, slower, but never worse than the length of the text. What is constant here is so once a statement is planned
 * for its values, as those of searches are.
 *
 * @param has whether a pattern is in the text
 * @param whole the text
 */
export function containsWords(filter: string, has: (pattern: SQL, n: number) => SQL, whole: SQL | PgColumn) {
  const conditions = Array.from({ length: indexedWords }, (_, index) => {
    const pattern = wordOf(filter, index + 1);
    return sql`(${pattern} = '' or ${has(pattern, index + 1)})`;
  });
  const long = placeholder(`${filter}Long`);
  return sql`(${sql.join(conditions, sql` and `)}
    and (${wordOf(filter, indexedWords + 1)} = '' or ${whole} like all(string_to_array(${placeholder(filter)}, ' ')))
    and (${long} = '' or ${whole} ~ all(string_to_array(${long}, ' '))))`;
}

export const contains = (column: PgColumn, filter = 'search') =>
  containsWords(filter, (pattern) => sql`${column} like ${pattern}`, column);

/** Is the phone number that is searched for in this one, which is `+` and digits? */
export const containsPhone = (column: PgColumn) =>
  sql`(${placeholder('searchPhone')}::text is not null and ${column} like ${placeholder('searchPhone')})`;
