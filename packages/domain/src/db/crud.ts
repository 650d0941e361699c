import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';
import { invalid, notDeleted, notFound, stale } from '../errors.ts';
import type { JournalKind } from '../resources.ts';
import { today } from '../values/zones.ts';
import { and, eq, getTableColumns, getTableName, isNotNull, isNull, sql } from './drizzle.ts';
import { explainViolation, type Rules } from './failures.ts';
import { idempotentInsert } from './idempotency.ts';
import type { Scope } from './scope.ts';
import { build, type Columns, statement } from './statement.ts';

/** A table with `recordColumns`, named in `journalled` (resources.ts). */
export type RecordTable = PgTable &
  Readonly<Record<'id' | 'version' | 'deletedAt', PgColumn>> & { readonly _: { readonly name: JournalKind } };

interface Definition<Row> {
  /** As an error names it. */
  readonly name: string;
  readonly table: RecordTable;
  /** Of an answer. */
  readonly columns: Columns<Row>;
  /** What a caller sends, and where it is kept. */
  readonly fields: Readonly<Record<string, PgColumn>>;
  /** The fields that name a record of another table: UNKNOWN_REFERENCE where there is none. */
  readonly references?: Readonly<Record<string, RecordTable>>;
  /** The fields that `null` clears; of others it keeps the value. */
  readonly clearable?: readonly string[];
  readonly rules?: Rules;
  /** What an update sets besides, by the table's names; the placeholder `today` is the caller's. */
  readonly alsoUpdated?: Readonly<Record<string, SQL>>;
}

const { placeholder } = sql;

const isJson = (column: PgColumn) => column.getSQLType() === 'jsonb';
/** The placeholder that says whether the field was sent. */
const isSent = (field: string) => `${field}IsSent`;

/** What every change of a record sets besides. */
const changed = {
  version: sql`version + 1`,
  updatedAt: sql`now()`,
  changedBy: sql`${placeholder('actor')}::uuid`,
};

/**
 * To read, create, update, remove and restore one record of a resource; each is one prepared statement. A field that is not sent
 * is kept.
 */
export function crud<Row extends { readonly _id: string }, Create extends object, Changes extends object>({
  name,
  table,
  columns,
  fields,
  references = {},
  clearable = [],
  rules: ownRules = {},
  alsoUpdated,
}: Definition<Row>) {
  const unknown = Object.keys(references).map((field) => [
    fields[field]?.name,
    () => invalid('UNKNOWN_REFERENCE', [field], 'unknown_reference'),
  ]);
  const rules = { ...Object.fromEntries(unknown), ...ownRules };
  const live = isNull(table.deletedAt);
  const named = and(eq(table.id, placeholder('id')), live);
  const versionMatches = sql`(${placeholder('versions')}::text is null
    or ${table.version} = any(string_to_array(${placeholder('versions')}, ',')::integer[]))`;
  const identifier = { _id: sql<string>`${table.id}` };

  /** The record that is sent, locked so that it cannot be deleted meanwhile; null, which the column refuses, if there is none. */
  const existing = (field: string, of: RecordTable) =>
    sql`(select id from ${of} where id = ${placeholder(field)} and deleted_at is null for share)`;
  const typed = (field: string, column: PgColumn): SQL =>
    sql`${placeholder(field)}::${sql.raw(column.getSQLType().replace(/\(.*\)/, ''))}`;
  const given = (field: string, column: PgColumn) => {
    const of = references[field];
    if (of) return existing(field, of);
    return isJson(column) ? typed(field, column) : placeholder(field);
  };
  const givenOrKept = (field: string, column: PgColumn): SQL => {
    const of = references[field];
    if (clearable.includes(field))
      return sql`case when ${placeholder(isSent(field))}::boolean then ${typed(field, column)} else ${column} end`;
    return of
      ? sql`case when coalesce(${placeholder(field)}::uuid, ${column}) = ${column} then ${column} else ${existing(field, of)} end`
      : sql`coalesce(${typed(field, column)}, ${column})`;
  };
  const keys = new Map(Object.entries(getTableColumns(table)).map(([key, column]) => [column, key]));
  const toColumns = (value: (field: string, column: PgColumn) => unknown) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, column]) => [keys.get(column), value(field, column)]),
    );

  const found = statement(columns, () => build.select(columns).from(table).where(named));
  const inserted = idempotentInsert(getTableName(table), columns, () =>
    build
      .insert(table)
      .values({ id: placeholder('id'), ...toColumns(given), changedBy: placeholder('actor') })
      .returning(columns),
  );
  const updated = statement(columns, () =>
    build
      .update(table)
      .set({ ...toColumns(givenOrKept), ...alsoUpdated, ...changed })
      .where(and(named, versionMatches))
      .returning(columns),
  );
  const removed = statement(identifier, () =>
    build
      .update(table)
      .set({ ...changed, deletedAt: sql`now()` })
      .where(and(named, versionMatches))
      .returning(identifier),
  );

  const restored = statement(columns, () =>
    build
      .update(table)
      .set({ ...changed, deletedAt: null })
      .where(and(eq(table.id, placeholder('id')), isNotNull(table.deletedAt)))
      .returning(columns),
  );

  /** A value for each field; null for what was not sent, which is told apart where null can be sent. */
  const valuesOf = (values: object) => {
    const given: Record<string, unknown> = { ...values };
    const sent = Object.entries(fields).map(([field, column]) => {
      const value = given[field] ?? null;
      return [field, isJson(column) && value !== null ? JSON.stringify(value) : value];
    });
    const cleared = clearable.map((field) => [isSent(field), given[field] !== undefined]);
    return Object.fromEntries([...sent, ...cleared]);
  };
  /** Which record is changed, by whom, and in which versions. */
  const change = ({ actor, versions }: Scope, id: string) => ({
    id,
    actor: actor.id,
    versions: versions?.join(',') ?? null,
  });

  /** @throws NOT_FOUND */
  async function get({ db }: Scope, id: string): Promise<Row> {
    const [row] = await found(db, { id });
    if (!row) throw notFound(name);
    return row;
  }

  /** The one row that was changed. @throws NOT_FOUND, PRECONDITION_FAILED */
  async function changedRow<T>(scope: Scope, id: string, [row]: T[]): Promise<T> {
    if (row) return row;
    await get(scope, id);
    throw stale();
  }

  return {
    get,
    /** @throws IDEMPOTENCY_KEY_REUSED, and what the rules say */
    create(scope: Scope, values: Create): Promise<Row> {
      return explainViolation(inserted(scope, { ...valuesOf(values), id: v7() }, values), rules);
    },
    /** @throws NOT_FOUND, PRECONDITION_FAILED, and what the rules say */
    async update(scope: Scope, id: string, changes: Changes): Promise<Row> {
      const values = {
        ...valuesOf(changes),
        ...change(scope, id),
        ...(alsoUpdated && { today: today(scope.timeZone) }),
      };
      return changedRow(scope, id, await explainViolation(updated(scope.db, values), rules));
    },
    /** @throws NOT_FOUND, PRECONDITION_FAILED, and what the rules say */
    async remove(scope: Scope, id: string): Promise<{ _id: string }> {
      return changedRow(scope, id, await explainViolation(removed(scope.db, change(scope, id)), rules));
    },
    /** As it was, also where it names a record that is deleted. @throws NOT_FOUND, NOT_DELETED, and what the rules say */
    async restore(scope: Scope, id: string): Promise<Row> {
      const [row] = await explainViolation(restored(scope.db, change(scope, id)), rules);
      if (row) return row;
      await get(scope, id);
      throw notDeleted(name);
    },
  };
}
