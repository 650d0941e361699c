import type { SQL } from 'drizzle-orm';
import { decodeCursor, encodeCursor, type Page, type Position } from '../values/paging.ts';
import type { Database } from './client.ts';
import { typeOf } from './columns.ts';
import { sql } from './drizzle.ts';
import { type FilteredQuery, type Filters, filteredStatement, statementPerFilters } from './filters.ts';
import { type Columns, type Query, rowsOf, sender, type Values } from './statement.ts';

const { placeholder } = sql;

/** Bytes of JSON that one page of a list has at most. */
const pageBytes = 8 * 1024 * 1024;
/** Bytes of JSON that one record has at most: 10 000 characters of notes, each of which may be escaped, and the rest. */
const recordBytes = 64 * 1024;
/** Bytes of JSON that PostgreSQL does not count: the names of the fields. */
const nameBytes = 250;
/** The same of a row whose size is stored, with what that does not count: identifiers, days, amounts. */
const restBytes = 1500;

/** Rows in their order. Those after the first `fitting` ones are more than one page may hold. */
export interface Rows<Row> {
  readonly rows: Row[];
  readonly fitting: number;
}

/** Bytes of JSON that a byte of text takes at most: `\u0001`. */
const escapedBytes = 6;
/** Types of columns whose JSON is short; of all others a row's text is measured. */
const shortTypes = /^(uuid|date|time|timestamp|numeric|integer|bigint|boolean)\b/;

/**
 * The statements of a list, which stop after `limit` rows or as many as fit into {@link pageBytes}. The sizes are summed
 * only where `limit` rows might not fit, and first as what they are at most, from the lengths of the texts: to write a row as
 * JSON takes PostgreSQL three times as long as to read it. With the value `fields`, names of columns separated by commas, the
 * others are left out before: they are null, are not read, and do not count.
 *
 * @param query selects the columns, for the conditions of one set of filters; where a size is stored, that after them
 * @param size bytes of JSON that a row has at most, or the columns whose bytes the stored size counts: where one of them is asked
 * for, no row is read that does not fit
 */
export function pages<Row extends object>(
  filters: Filters,
  columns: Columns<Row>,
  query: FilteredQuery,
  size: number | readonly string[] = recordBytes,
) {
  const keys = Object.keys(columns);
  const toRows = rowsOf(columns);
  const selectUnmeasured = filteredStatement(filters, columns, query);
  const all = keys.map((_, index) => sql.raw(`c${index}`));
  const some = keys.map(
    (key, index) =>
      sql`case when ${sql.raw(`'${key}'`)} = any(string_to_array(${placeholder('fields')}, ',')) then ${all[index]} end`,
  );
  const [overhead, rest, escaped] = [nameBytes, restBytes, escapedBytes].map((n) => sql.raw(String(n)));
  const lengths = Object.values<unknown>(columns).flatMap((column, index) =>
    shortTypes.test(typeOf(column)) ? [] : [sql`coalesce(octet_length(${all[index]}::text), 0)`],
  );
  const atMost = sql`${rest} + ${escaped} * (${lengths.length > 0 ? sql.join(lengths, sql` + `) : sql`0`})`;
  const exact = sql`octet_length(to_json(chosen)::text) + ${overhead}`;
  const stored = sql`stored + ${rest}`;

  const selectFitting = (chosen: readonly SQL[], measured: SQL) =>
    statementPerFilters(
      filters,
      query,
      (one) => sender(() => rowsThatFit(one(), all, measured, chosen, typeof size !== 'number')),
      // Planned for its values, so that PostgreSQL decides once, and not for each row, which columns there are.
      chosen === all,
    );
  const measuredBy = (ofAll: SQL, ofSome = ofAll) => ({
    selectRows: selectFitting(all, ofAll),
    selectFields: selectFitting(some, ofSome),
  });
  const measures =
    typeof size === 'number'
      ? [measuredBy(atMost), measuredBy(exact)]
      : [
          measuredBy(
            stored,
            sql`case when string_to_array(${placeholder('fields')}, ',') && ${sql.raw(`'{${size.join()}}'`)}::text[]
              then ${stored} else ${exact} end`,
          ),
        ];

  return async (db: Database, values: Values & { readonly limit: number }): Promise<Rows<Row>> => {
    if (typeof size === 'number' && values.limit * size <= pageBytes) {
      const rows = await selectUnmeasured(db, values);
      return { rows, fitting: rows.length };
    }
    let found: unknown[][] = [];
    let fits = false;
    for (const { selectRows, selectFields } of measures) {
      found = await (values.fields === undefined ? selectRows : selectFields)(db, values);
      fits = found.at(-1)?.[keys.length] !== false;
      if (fits) break;
    }
    const rows = toRows(found);
    return { rows, fitting: fits ? rows.length : rows.length - 1 };
  };
}

/**
 * The rows of a query up to the first one that does not fit, which is among them; each says whether it fits.
 * @param size of a row of `chosen`, the values for `names`
 * @param isStored whether the query selects a size after `names`
 */
function rowsThatFit(
  query: Query,
  names: readonly SQL[],
  size: SQL,
  chosen: readonly SQL[],
  isStored: boolean,
): SQL {
  const keys = sql.join([...names], sql`, `);
  const max = sql.raw(String(pageBytes));
  const stored = isStored ? sql`, stored` : sql``;
  return sql`with listed (${keys}${stored}) as (${query.getSQL()}),
    chosen (${keys}${stored}) as (select ${sql.join([...chosen], sql`, `)}${stored} from listed),
    sized as (select *, ${size} as size from chosen),
    summed as (select *, sum(size) over (rows unbounded preceding) as total from sized)
    select ${keys}, total <= ${max} as fits from summed where total - size <= ${max}`;
}

/** The placeholders of a keyset position; see {@link decodeCursor}. */
export function position(
  cursor: string | undefined,
  isKey: (key: string) => boolean,
  ...order: [order?: string, defaultOrder?: string]
): { readonly after?: true; readonly afterKey?: string; readonly afterId?: string; readonly until?: string } {
  if (cursor === undefined) return {};
  const { key, id, until } = decodeCursor(cursor, isKey, ...order);
  return { after: true, afterKey: key, afterId: id, ...(until !== undefined && { until }) };
}

/** A page of at most `limit` rows out of up to `limit + 1` that were read. */
export function toPage<Row extends { _id: string }, Item>(
  { rows, fitting }: Rows<Row>,
  limit: number,
  key: (row: Row) => string,
  item: (row: Row) => Item,
  of: Pick<Position, 'order' | 'until'> = {},
): Page<Item> {
  const count = Math.min(limit, fitting);
  const last = rows.length > count ? rows[count - 1] : undefined;
  const shown = last ? rows.slice(0, count) : rows;
  return {
    items: shown.map(item),
    nextCursor: last ? encodeCursor({ key: key(last), id: last._id, ...of }) : null,
  };
}
