import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { invalid } from '../errors.ts';
import type { ListQuery } from '../values/listing.ts';
import type { Page, PageQuery } from '../values/paging.ts';
import { toDay } from '../values/scalars.ts';
import { type Change, changesSince, until } from './changes.ts';
import type { Database } from './client.ts';
import type { RecordTable } from './crud.ts';
import { and, asc, desc, isNotNull, isNull, sql } from './drizzle.ts';
import { type Filters, filterValues } from './filters.ts';
import { pages, position, type Rows, toPage } from './pages.ts';
import type { Scope } from './scope.ts';
import type { Columns, Values } from './statement.ts';

export interface ListDefinition<Row> {
  readonly table: RecordTable;
  /** Of a row, from the table and what is joined with it. */
  readonly columns: Columns<Row>;
  readonly joins: SQL;
  readonly filters: Filters;
  /** The field that names who may see a record, where not all callers see all: the filter `visibleTo`. */
  readonly visibleBy?: { readonly field: keyof Row & string; readonly column: PgColumn } | undefined;
  /** The column that a list is ordered by, before the identifier, and what `sort` calls it. */
  readonly column: PgColumn;
  readonly sort: string;
  readonly direction: 'asc' | 'desc';
  /** Further columns that it may be ordered by, by what `sort` calls them; a record without a value is left out. */
  readonly furtherOrders?: Readonly<Record<string, PgColumn>>;
  /** Where the fields do not bound a row: the column that holds the bytes of JSON that these have; see {@link pages}. */
  readonly size?: { readonly column: PgColumn; readonly of: readonly string[] } | undefined;
  readonly given: (scope: Scope) => Values;
}

const { placeholder } = sql;
type RowsOf<Row> = (db: Database, values: Values & { limit: number }) => Promise<Rows<Row>>;

const aMoment = z.iso.datetime({ precision: 3 });
/** By the type of the column: how it is compared, and what a key of it looks like. */
const comparisons: Readonly<
  Record<string, { by(column: PgColumn): SQLWrapper; key: SQL; isKey(key: string): boolean }>
> = {
  date: { by: (column) => column, key: sql`${placeholder('afterKey')}`, isKey: (key) => toDay(key) === key },
  text: {
    by: (column) => sql`${column} collate "C"`,
    key: sql`${placeholder('afterKey')}`,
    isKey: () => true,
  },
  'timestamp (3) with time zone': {
    by: (column) => column,
    key: sql`${placeholder('afterKey')}::timestamptz`,
    isKey: (key) => aMoment.safeParse(key).success && key > '1900',
  },
};

/** An order by a column and the identifier. */
function orderBy(table: RecordTable, column: PgColumn, direction: 'asc' | 'desc') {
  const comparison = comparisons[column.getSQLType()];
  if (!comparison) throw new Error(`${column.name} cannot be what a list is ordered by.`);
  const by = comparison.by(column);
  const [sorted, sign] = direction === 'asc' ? [asc, sql`>`] : [desc, sql`<`];
  return {
    column,
    isKey: comparison.isKey,
    after: sql`(${by}, ${table.id}) ${sign} (${comparison.key}, ${placeholder('afterId')})`,
    orderBy: sql`${sorted(by)}, ${sorted(table.id)}`,
  };
}

/** The lists of a table's records: in any order that an index serves, and of what has changed. */
export function lists<Row extends { readonly _id: string }, Wanted extends PageQuery>(
  definition: ListDefinition<Row>,
) {
  const { table, columns, joins, filters, visibleBy, column: order, sort, direction, given } = definition;
  const { size, furtherOrders = {} } = definition;
  const bytes = size?.of;
  const selected = (answered: Readonly<Record<string, SQLWrapper>>) =>
    sql.join(
      [...Object.values(answered), ...(size ? [size.column] : [])].map((column) => sql`${column}`),
      sql`, `,
    );

  /** @param name undefined: the order that the list has by itself */
  const listInOrder = (name: string | undefined, column: PgColumn, way: 'asc' | 'desc') => {
    const { isKey, after, orderBy: by } = orderBy(table, column, way);
    const answered = Object.entries<unknown>(columns).find(([, one]) => one === column)?.[0];
    const key = answered ?? 'orderKey';
    const listed: Columns<Row> = answered ? columns : { ...columns, orderKey: column };
    const rowsOf = pages(
      { ...filters, after },
      listed,
      (where, limit) => sql`select ${selected(listed)} from ${table}${joins}
        where ${and(isNull(table.deletedAt), column.notNull ? undefined : isNotNull(column), ...where)} order by ${by} limit ${limit}`,
      bytes,
    );
    /** A list in this order, of other statements' rows. */
    const paged =
      <Item extends Row>(of: RowsOf<Item>) =>
      async (scope: Scope, query: Wanted, more: Values = {}): Promise<Page<Item>> => {
        const { limit = 1000, cursor, ...filter } = query;
        const at = position(cursor, isKey, name, defaultSort);
        const values = { ...filterValues(filter), ...given(scope), ...more, ...at, limit: limit + 1 };
        const keyOf = (row: Item) => String(row[key as keyof Item]);
        return toPage(await of(scope.db, values), limit, keyOf, answered ? (row) => row : withoutOrderKey, {
          order: name,
        });
      };
    return { after, paged, list: paged(rowsOf) };
  };

  const defaultSort = `sort=${direction === 'desc' ? '-' : ''}${sort}`;
  const byDefault = listInOrder(undefined, order, direction);
  const orders = new Map(
    Object.entries({ [sort]: order, updatedAt: table.updatedAt, ...furtherOrders }).flatMap(
      ([field, column]) =>
        (['asc', 'desc'] as const).map((way) => {
          const name = `sort=${way === 'desc' ? '-' : ''}${field}`;
          return [name, name === defaultSort ? byDefault : listInOrder(name, column, way)];
        }),
    ),
  );

  /** What a page is made with, whatever is asked for. */
  const needed = [
    '_id',
    sort,
    ...Object.keys(furtherOrders),
    'updatedAt',
    'orderKey',
    'deletedAt',
    'changedAt',
    visibleBy?.field,
  ];

  const changed = changesSince(table, visibleBy?.column);
  const byUpdate = orderBy(table, table.updatedAt, 'asc');
  const changedColumns = { ...columns, ...changed.columns } as Columns<Row & Change>;
  const changedRows = pages<Row & Change>(
    { ...changed.filters, after: byUpdate.after },
    changedColumns,
    (where) => sql`select ${selected(changedColumns)} from ${table}${joins}
      where ${and(changed.since, ...where)} order by ${byUpdate.orderBy} limit ${placeholder('limit')}`,
    bytes,
  );

  /** A record that the caller sees no longer is told as a deleted one is. */
  const asAnswered = (visibleTo: unknown) => (found: Row & Change) => {
    const { deletedAt, changedAt, ...row } = found;
    const isGone = visibleBy && visibleTo !== undefined && found[visibleBy.field] !== visibleTo;
    return deletedAt === null && !isGone ? row : { _id: row._id, deletedAt: deletedAt ?? changedAt };
  };

  async function changes(
    scope: Scope,
    { limit = 1000, cursor, updatedSince }: Pick<ListQuery, 'limit' | 'cursor' | 'updatedSince'>,
    more: Values,
  ) {
    const at = position(cursor, byUpdate.isKey, 'updatedSince', defaultSort);
    if (cursor !== undefined && at.until === undefined)
      throw invalid('VALIDATION', ['cursor'], 'invalid_cursor');
    // Before the records are looked at: what is committed in between is among them.
    const next = at.until ?? (await until(scope.db));
    const values = { ...given(scope), ...more, ...at, updatedSince, limit: limit + 1 };
    const rows = await changedRows(scope.db, values);
    const page = toPage(rows, limit, (row) => row.changedAt, asAnswered(more.visibleTo), {
      order: 'updatedSince',
      until: next,
    });
    return { ...page, until: next };
  }

  return {
    after: byDefault.after,
    paged: byDefault.paged,
    /**
     * In the order of the definition, or in that of `sort`; with `updatedSince` what has changed.
     * @param more values for filters that are not of the query
     * @throws VALIDATION for a cursor of another list, or of another order
     */
    async list(scope: Scope, query: Wanted, more: Values = {}): Promise<Page<Row>> {
      const { sort: name, fields, updatedSince, ...wanted } = query as Wanted & ListQuery;
      const one = name === undefined ? byDefault : orders.get(`sort=${name}`);
      const values = fields ? { ...more, fields: [...fields, ...needed].join() } : more;
      const page =
        updatedSince === undefined
          ? await (one ?? byDefault).list(scope, wanted as Wanted, values)
          : await changes(scope, { ...wanted, updatedSince }, values);
      const items = fields ? page.items.map((row) => partOf(row, fields)) : page.items;
      // Types say what comes where neither is asked for; see `listQuery`.
      return { ...page, items: items as Row[] };
    },
  };
}

function partOf(row: { readonly _id: string }, fields: readonly string[]): object {
  if ('deletedAt' in row) return row;
  const chosen: Record<string, unknown> = { _id: row._id };
  for (const field of fields) chosen[field] = row[field as keyof typeof row];
  return chosen;
}

function withoutOrderKey<Row extends object>(row: Row): Row {
  const { orderKey: _, ...answered } = row as Row & { orderKey?: unknown };
  return answered as Row;
}
