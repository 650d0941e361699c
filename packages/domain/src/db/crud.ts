import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type DomainError, invalid, notDeleted, notFound, stale } from '../errors.ts';
import type { JournalKind } from '../journal/kinds.ts';
import type { Bulk, BulkChanges } from '../values/bulk.ts';
import { noRecord } from '../values/scalars.ts';
import { withWarnings } from '../values/warnings.ts';
import { bulkWrites } from './bulk.ts';
import { typed as typedAs } from './columns.ts';
import { and, eq, getTableColumns, getTableConfig, getTableName, isNotNull, isNull, sql } from './drizzle.ts';
import { explainViolation, type Rules } from './failures.ts';
import { type Added, idempotentInsert } from './idempotency.ts';
import { newId } from './new-id.ts';
import { acting, actingAs, type Scope } from './scope.ts';
import { build, type ColumnOf, type Columns, statement, type Values } from './statement.ts';

/** A table with `recordColumns`, named in `journalled` (resources.ts). */
export type RecordTable = PgTable &
  Readonly<Record<'id' | 'version' | 'updatedAt' | 'deletedAt', PgColumn>> & {
    readonly _: { readonly name: JournalKind };
  };

/** What is odd about a record that is written, though it is done; see `withWarnings`. */
export interface Warnings {
  /** JSON of what is found, or null. */
  readonly found: SQL;
  /** The fields without which an update is not judged. */
  readonly fields: readonly string[];
}

/** SQL of constants by the names of columns; `warnings` too, where there is nothing to judge. */
export type Without = Readonly<Record<string, SQL>>;

export interface ReferencedTable {
  readonly table: RecordTable;
  /** Whether a deleted record may be named too. */
  readonly alsoDeleted?: true;
}

interface Definition<Row> {
  /** As an error names it. */
  readonly name: string;
  readonly table: RecordTable;
  /** Of an answer. */
  readonly columns: Columns<Row>;
  /** What a caller sends, and where it is kept. */
  readonly fields: Readonly<Record<string, PgColumn>>;
  /** The fields that name a record of another table: UNKNOWN_REFERENCE where there is none. */
  readonly references?: Readonly<Record<string, ReferencedTable>>;
  /** The fields that `null` clears; of others it keeps the value. */
  readonly clearable?: readonly string[];
  readonly rules?: Rules;
  /** SQL that a creation stores instead of the values that were sent, by the table's names. */
  readonly created?: Readonly<Record<string, SQL>>;
  /** What an update sets besides, by the table's names. */
  readonly alsoUpdated?: Readonly<Record<string, SQL>>;
  readonly warnings?: Warnings;
  /** By a reference that `null` clears: columns of a creation's answer where it names nothing, and need not be looked up. */
  readonly without?: Readonly<Record<string, Without>>;
  readonly added?: Added<Row>;
  /** Values for further placeholders of any of these. */
  readonly given?: (scope: Scope) => Values;
}

/** Commands of `write_bulk` that create records of a table. */
export interface Creation {
  readonly table: string;
  readonly commands: readonly object[];
  /** Values for the placeholders that are no items. */
  readonly common: Values;
  /** The error for the caller where the database refuses; anything else is thrown again. */
  readonly refusal: (error: unknown) => DomainError;
}

const { placeholder } = sql;

const isJson = (column: PgColumn) => column.getSQLType() === 'jsonb';
/** The placeholder that says whether the field was sent. */
const isSent = (field: string) => `${field}IsSent`;

const noRecordId = sql.raw(`'${noRecord}'::uuid`);

/** What every change of a record sets besides. */
const changeColumns = {
  version: sql`version + 1`,
  updatedAt: sql`now()`,
  changedBy: acting,
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
  created,
  alsoUpdated,
  warnings,
  without = {},
  added,
  given: more = () => ({}),
}: Definition<Row>) {
  const foreignKeys = getTableConfig(table).foreignKeys;
  const foreignKey = (column: PgColumn | undefined) =>
    foreignKeys.find((key) => key.reference().columns[0] === column)?.getName();
  const unknown = Object.keys(references).map((field) => [
    clearable.includes(field) ? foreignKey(fields[field]) : fields[field]?.name,
    () => invalid('UNKNOWN_REFERENCE', [field], 'unknown_reference'),
  ]);
  const rules = { ...Object.fromEntries(unknown), ...ownRules };
  const live = isNull(table.deletedAt);
  const named = and(eq(table.id, placeholder('id')), live);
  const versionMatches = sql`(${placeholder('versions')}::text is null
    or ${table.version} = any(string_to_array(${placeholder('versions')}, ',')::integer[]))`;
  const identifier = { _id: sql<string>`${table.id}` };

  /** The record that is sent, locked so that it cannot be deleted meanwhile; null, which the column refuses, if there is none. */
  const existing = (field: string, { table: of, alsoDeleted }: ReferencedTable) =>
    sql`(select id from ${of} where id = ${placeholder(field)}${alsoDeleted ? sql`` : sql` and deleted_at is null`} for share)`;
  const typeOf = (column: PgColumn) => column.getSQLType().replace(/\(.*\)/, '');
  const typed = (field: string, column: PgColumn): SQL =>
    sql`${placeholder(field)}::${sql.raw(typeOf(column))}`;
  /** Null where null is sent; no record, which the foreign key refuses, if there is none. */
  const existingOrNull = (field: string, of: ReferencedTable) =>
    sql`case when ${placeholder(field)}::uuid is not null then coalesce(${existing(field, of)}, ${noRecordId}) end`;
  const given = (field: string, column: PgColumn) => {
    const of = references[field];
    if (of) return clearable.includes(field) ? existingOrNull(field, of) : existing(field, of);
    return isJson(column) ? typed(field, column) : placeholder(field);
  };
  const wasSent = (field: string) =>
    clearable.includes(field)
      ? sql`${placeholder(isSent(field))}::boolean`
      : sql`${typed(field, fields[field] as PgColumn)} is not null`;
  const givenOrKept = (field: string, column: PgColumn): SQL => {
    const of = references[field];
    if (clearable.includes(field)) {
      const isKept = of && sql` or ${placeholder(field)}::uuid = ${column}`;
      return sql`case when not ${wasSent(field)}${isKept} then ${column}
        else ${of ? existingOrNull(field, of) : typed(field, column)} end`;
    }
    return of
      ? sql`case when coalesce(${placeholder(field)}::uuid, ${column}) = ${column} then ${column} else ${existing(field, of)} end`
      : sql`coalesce(${typed(field, column)}, ${column})`;
  };
  const keys = new Map(Object.entries(getTableColumns(table)).map(([key, column]) => [column, key]));
  const toColumns = (value: (field: string, column: PgColumn) => unknown) =>
    Object.fromEntries(
      Object.entries(fields).map(([field, column]) => [keys.get(column), value(field, column)]),
    );

  /** @param absent references that name nothing */
  const inserted = (absent: readonly string[] = []) => ({
    id: placeholder('id'),
    ...toColumns((field, column) => (absent.includes(field) ? sql`null` : given(field, column))),
    ...created,
    changedBy: acting,
  });
  /** @param unsent references that are kept */
  const updated = (unsent: readonly string[] = []) => ({
    ...toColumns((field, column) => (unsent.includes(field) ? undefined : givenOrKept(field, column))),
    ...alsoUpdated,
    ...changeColumns,
  });
  const removed = { ...changeColumns, deletedAt: sql`now()` };

  const selectById = statement(columns, () => build.select(columns).from(table).where(named));
  const columnsWithWarnings = (found: SQL | undefined): Columns<Row> =>
    found ? { ...columns, warnings: typedAs('jsonb', found) } : columns;
  const writtenColumns = columnsWithWarnings(warnings?.found);
  const warned = <T extends Row | undefined>(row: T): T => (warnings && row ? withWarnings(row) : row);

  /**
   * One statement for each set of references that are sent, with the look-ups of these alone: PostgreSQL takes as long to prepare
   * one as to do it.
   */
  const bySet = <T>(make: (names: readonly string[]) => T) => {
    const made = new Map<string, T>();
    return (names: readonly string[]): T => {
      const key = names.join();
      const present = made.get(key) ?? make(names);
      made.set(key, present);
      return present;
    };
  };
  const withConstants = (constants: Readonly<Record<string, SQL>>) =>
    Object.fromEntries(
      Object.entries<ColumnOf<unknown>>(writtenColumns).map(([name, column]) => [
        name,
        constants[name] ?? column,
      ]),
    );
  const insertWithout = bySet((absent) => {
    const returned = withConstants(Object.assign({}, ...absent.map((field) => without[field])));
    return idempotentInsert(
      getTableName(table),
      writtenColumns,
      () => build.insert(table).values(inserted(absent)).returning(returned),
      added,
    );
  });
  const updateWithout = bySet((unsent) => {
    const returned = withConstants(unsent.includes('warnings') ? { warnings: sql`null` } : {});
    return statement(writtenColumns, () =>
      build.update(table).set(updated(unsent)).where(and(named, versionMatches)).returning(returned),
    );
  });
  const referenceNames = Object.keys(references);
  const optional = referenceNames.filter((field) => clearable.includes(field));
  const isJudged = (changes: Readonly<Record<string, unknown>>) =>
    warnings?.fields.some((field) => changes[field] !== undefined);
  const markDeleted = statement(identifier, () =>
    build.update(table).set(removed).where(and(named, versionMatches)).returning(identifier),
  );

  const restoreReturning = statement(writtenColumns, () =>
    build
      .update(table)
      .set({ ...changeColumns, deletedAt: null })
      .where(and(eq(table.id, placeholder('id')), isNotNull(table.deletedAt)))
      .returning(writtenColumns),
  );

  const many = bulkWrites<Row>({
    table,
    columns: writtenColumns,
    items: {
      id: 'uuid',
      versions: 'text',
      ...Object.fromEntries(Object.entries(fields).map(([field, column]) => [field, typeOf(column)])),
      ...Object.fromEntries(clearable.map((field) => [isSent(field), 'boolean'])),
    },
    inserted: inserted(),
    updated: updated(),
    removed,
    matches: and(named, versionMatches),
    rules,
    added,
  });

  const sentFields = Object.entries(fields).map(([field, column]) => ({
    field,
    asJson: isJson(column),
    sentAs: clearable.includes(field) ? isSent(field) : undefined,
  }));
  /** A value for each field; null for what was not sent, which is told apart where null can be sent. */
  const valuesOf = (values: object): Record<string, unknown> => {
    const given = values as Readonly<Record<string, unknown>>;
    const all: Record<string, unknown> = {};
    for (const { field, asJson, sentAs } of sentFields) {
      const value = given[field] ?? null;
      all[field] = asJson && value !== null ? JSON.stringify(value) : value;
      if (sentAs !== undefined) all[sentAs] = given[field] !== undefined;
    }
    return all;
  };
  /** Which record is changed, by whom, and in which versions. */
  const change = (scope: Scope, id: string) => ({
    id,
    ...actingAs(scope),
    versions: scope.versions?.join(',') ?? null,
    ...more(scope),
  });

  /** @throws NOT_FOUND */
  async function get(scope: Scope, id: string): Promise<Row> {
    const [row] = await selectById(scope.db, { id, ...more(scope) });
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
    async create(scope: Scope, values: Create): Promise<Row> {
      const all: Values = { ...valuesOf(values), ...more(scope), id: newId() };
      const absent = optional.filter((field) => all[field] === null);
      return warned(await explainViolation(insertWithout(absent)(scope, all, values), rules));
    },
    /** @throws NOT_FOUND, PRECONDITION_FAILED, and what the rules say */
    async update(scope: Scope, id: string, changes: Changes): Promise<Row> {
      const values = { ...valuesOf(changes), ...change(scope, id) };
      const given = changes as Readonly<Record<string, unknown>>;
      const unsent = referenceNames.filter((field) => given[field] === undefined);
      if (!isJudged(given)) unsent.push('warnings');
      const rows = await explainViolation(updateWithout(unsent)(scope.db, values), rules);
      return warned(await changedRow(scope, id, rows));
    },
    /** @throws NOT_FOUND, PRECONDITION_FAILED, and what the rules say */
    async remove(scope: Scope, id: string): Promise<{ _id: string }> {
      return changedRow(scope, id, await explainViolation(markDeleted(scope.db, change(scope, id)), rules));
    },
    /**
     * Many of these at once, all or none, with one batch in the journal; a dry run answers the same and writes nothing.
     * @throws VALIDATION with an issue for each fault; BATCH_TOO_LARGE, IDEMPOTENCY_KEY_REUSED
     */
    async bulk(scope: Scope, input: Bulk<Create, Changes>): Promise<BulkChanges<Row>> {
      const { create, update, delete: removals, dryRun } = input;
      const items = {
        create: create.map((values) => ({ ...valuesOf(values), id: newId() })),
        update: update.map((one) => ({ ...valuesOf(one), id: one._id, versions: one.version })),
        delete: removals.map(({ _id: id, version: versions }) => ({ id, versions })),
      };
      const rows = await many.write(scope, items, { common: more(scope), input, isDry: dryRun });
      const updatedRows = rows.slice(create.length, create.length + update.length);
      return {
        created: rows.slice(0, create.length).map(warned),
        updated: updatedRows.map((row, n) =>
          warned(warnings && !isJudged({ ...update[n] }) ? { ...row, warnings: null } : row),
        ),
        deleted: removals.map(({ _id }) => ({ _id })),
      };
    },
    /** What creates these, for a statement that writes other tables too: see migrations/functions/imports.sql. */
    creation(scope: Scope, all: readonly (Create & { readonly _id: string })[]): Creation {
      const items = {
        create: all.map((values) => ({ ...valuesOf(values), id: values._id })),
        update: [],
        delete: [],
      };
      return {
        table: getTableName(table),
        commands: many.commandsOf(items),
        common: more(scope),
        refusal: (error) => many.refusal(error, items),
      };
    },
    /** As it was, also where it names a record that is deleted. @throws NOT_FOUND, NOT_DELETED, and what the rules say */
    async restore(scope: Scope, id: string): Promise<Row> {
      const [row] = await explainViolation(restoreReturning(scope.db, change(scope, id)), rules);
      if (row) return warned(row);
      await get(scope, id);
      throw notDeleted(name);
    },
  };
}
