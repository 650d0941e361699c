import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import { type DomainError, notFound, stale } from '../errors.ts';
import { type Database, perDatabase } from './client.ts';
import { creating, type Once } from './creating.ts';
import { and, eq, getTableColumns, getTableName, isNull, sql } from './drizzle.ts';
import { explained } from './failures.ts';
import { prepared } from './prepared.ts';
import type { Versions } from './statements.ts';

type RecordTable = PgTable & Readonly<Record<'id' | 'version' | 'deletedAt', PgColumn>>;

interface Kind<Row> {
  /** As an error names it. */
  readonly name: string;
  readonly table: RecordTable;
  /** Of an answer. */
  readonly columns: Readonly<Record<keyof Row & string, PgColumn | SQL>>;
  /** What a caller sends, and where it is kept. */
  readonly fields: Readonly<Record<string, PgColumn>>;
  /** The fields that name a record of another table. */
  readonly references?: Readonly<Record<string, RecordTable>>;
  /** What is wrong when a constraint, or a column that may not be null, refuses. */
  readonly rules?: Readonly<Record<string, () => DomainError>>;
}

const { placeholder } = sql;

/** What every change of a record sets besides. */
const changed = {
  version: sql`version + 1`,
  updatedAt: sql`now()`,
  changedBy: sql`${placeholder('actor')}::uuid`,
};

/**
 * One kind of records: to read one, make one, change one, mark one as deleted; each is one prepared statement.
 * A field that is not sent is kept. `versions` are those that the caller has seen (If-Match).
 */
export function records<Row extends { readonly _id: string }, Create extends object, Changes extends object>({
  name,
  table,
  columns,
  fields,
  references = {},
  rules = {},
}: Kind<Row>) {
  const live = isNull(table.deletedAt);
  const named = and(eq(table.id, placeholder('id')), live);
  const seen = sql`(${placeholder('versions')}::text is null
    or ${table.version} = any(string_to_array(${placeholder('versions')}, ',')::integer[]))`;
  const identifier = { _id: table.id };

  /** The record that is sent, locked so that it cannot be deleted meanwhile; null, which the column refuses, if there is none. */
  const existing = (field: string, of: RecordTable) =>
    sql`(select id from ${of} where id = ${placeholder(field)} and deleted_at is null for share)`;
  const given = (field: string) => {
    const of = references[field];
    return of ? existing(field, of) : placeholder(field);
  };
  const givenOrKept = (field: string, column: PgColumn): SQL => {
    const of = references[field];
    const type = sql.raw(column.getSQLType().replace(/\(.*\)/, ''));
    return of
      ? sql`case when coalesce(${placeholder(field)}::uuid, ${column}) = ${column} then ${column} else ${existing(field, of)} end`
      : sql`coalesce(${placeholder(field)}::${type}, ${column})`;
  };
  const keys = new Map(Object.entries(getTableColumns(table)).map(([key, column]) => [column, key]));
  const toEach = (value: (field: string, column: PgColumn) => unknown) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, column]) => [keys.get(column), value(field, column)]),
    );

  const statements = perDatabase((db) => ({
    get: prepared<Row>(db, columns, db.select(columns).from(table).where(named) as never),
    create: creating<Row>(
      db,
      getTableName(table),
      columns,
      db
        .insert(table)
        .values({ id: placeholder('id'), ...toEach(given), changedBy: placeholder('actor') })
        .returning(columns) as never,
    ),
    update: prepared<Row>(
      db,
      columns,
      db
        .update(table)
        .set({ ...toEach(givenOrKept), ...changed })
        .where(and(named, seen))
        .returning(columns) as never,
    ),
    remove: prepared<{ _id: string }>(
      db,
      identifier,
      db
        .update(table)
        .set({ ...changed, deletedAt: sql`now()` })
        .where(and(named, seen))
        .returning(identifier) as never,
    ),
  }));
  /** A value for each field; null for what was not sent. */
  const sent = (values: object) =>
    Object.fromEntries(
      Object.keys(fields).map((field) => [field, (values as Record<string, unknown>)[field] ?? null]),
    );
  const versionsOf = (versions: Versions) => ({ versions: versions?.join(',') ?? null });

  /** @throws NOT_FOUND */
  async function get(db: Database, id: string): Promise<Row> {
    const [row] = await statements(db).get.execute({ id });
    if (!row) throw notFound(name);
    return row;
  }

  /** The one row that was changed. @throws NOT_FOUND, PRECONDITION_FAILED */
  async function only<T>(db: Database, id: string, rows: T[]): Promise<T> {
    const [row] = rows;
    if (row) return row;
    await get(db, id);
    throw stale();
  }

  return {
    get,
    /** @throws IDEMPOTENCY_KEY_REUSED, and what the rules say */
    create(db: Database, actor: string, values: Create, once?: Once): Promise<Row> {
      return explained(statements(db).create({ ...sent(values), id: v7(), actor }, once), rules);
    },
    /** @throws NOT_FOUND, PRECONDITION_FAILED, and what the rules say */
    async update(
      db: Database,
      actor: string,
      id: string,
      changes: Changes,
      versions?: Versions,
    ): Promise<Row> {
      const values = { ...sent(changes), ...versionsOf(versions), id, actor };
      return only(db, id, await explained(statements(db).update.execute(values), rules));
    },
    /** @throws NOT_FOUND, PRECONDITION_FAILED */
    async remove(db: Database, actor: string, id: string, versions?: Versions): Promise<{ _id: string }> {
      return only(db, id, await statements(db).remove.execute({ ...versionsOf(versions), id, actor }));
    },
  };
}
