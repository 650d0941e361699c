import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { decodeCursor, encodeCursor, type Page } from '../values/paging.ts';
import { type Database, perDatabase } from './client.ts';
import { sql } from './drizzle.ts';

/** What a list statement is prepared from: its conditions, for one set of filters. */
interface Listing<Row> {
  execute(values: Record<string, unknown>): Promise<Row[]>;
}

/**
 * One prepared statement for each set of filters in use, so that PostgreSQL plans exactly what is asked.
 * `filters` gives each filter's condition on a placeholder of its own name.
 */
export function listings<Row>(
  name: string,
  filters: Readonly<Record<string, SQL>>,
  prepare: (db: Database, where: SQL[], statement: string) => Listing<Row>,
) {
  const names = Object.keys(filters);
  const prepared = perDatabase(() => new Map<string, Listing<Row>>());
  return (db: Database, values: Readonly<Record<string, unknown>>): Promise<Row[]> => {
    const used = names.filter((filter) => values[filter] !== undefined);
    const statement = [name, ...used].join('_');
    let listing = prepared(db).get(statement);
    if (!listing) {
      listing = prepare(
        db,
        used.map((filter) => filters[filter] as SQL),
        statement,
      );
      prepared(db).set(statement, listing);
    }
    return listing.execute(values);
  };
}

/** Is the search, folded once, in this folded text? Not LIKE: folding a full-width `％` makes a wildcard. */
export const contains = (column: PgColumn) =>
  sql`strpos(${column}, (select fold(${sql.placeholder('search')}))) > 0`;

/** The placeholders of a keyset position. */
export function position(cursor: string | undefined, isKey: (key: string) => boolean) {
  if (cursor === undefined) return {};
  const { key, id } = decodeCursor(cursor, isKey);
  return { after: true, afterKey: key, afterId: id };
}

/** A page of at most `limit` rows out of up to `limit + 1` that were read. */
export function toPage<Row extends { _id: string }, Item>(
  rows: Row[],
  limit: number,
  key: (row: Row) => string,
  item: (row: Row) => Item,
): Page<Item> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const shown = last ? rows.slice(0, limit) : rows;
  return { items: shown.map(item), nextCursor: last ? encodeCursor({ key: key(last), id: last._id }) : null };
}

/** The versions of a record that a caller has seen (If-Match); undefined: any will do. */
export type Versions = readonly number[] | undefined;

/** The condition that a row is at one of these versions. */
export const isSeen = (seen: Versions) =>
  seen ? sql`version = any(${`{${seen.join(',')}}`}::integer[])` : sql`true`;
