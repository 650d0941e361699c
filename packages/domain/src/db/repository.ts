import type { SQL, SQLWrapper } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { referenceFields } from '../resources.ts';
import type { PageQuery } from '../values/paging.ts';
import { crud, type RecordTable, type ReferencedTable, type Warnings, type Without } from './crud.ts';
import { getTableColumns, getTableName, sql } from './drizzle.ts';
import type { Rules } from './failures.ts';
import { type Filters, oneOf } from './filters.ts';
import type { Added } from './idempotency.ts';
import { type ListDefinition, lists } from './lists.ts';
import type { Scope } from './scope.ts';
import type { Columns, Values } from './statement.ts';

/** A table whose records others name, and the column that is shown for one of them. */
interface Reference extends ReferencedTable {
  readonly name: PgColumn;
}

interface Subject {
  readonly title: PgColumn | SQL;
  readonly date?: PgColumn;
  readonly value?: PgColumn;
}

/** Selects the subjects of some records; their identifiers are the placeholder that has the table's name. */
export const subjectOf = (table: RecordTable, { title, date, value }: Subject) =>
  sql`select ${table.id}, ${title} as title, ${date ?? sql`null::date`} as date, ${value ?? sql`null::numeric`} as value
    from ${table} where ${table.id} = any(string_to_array(${sql.placeholder(getTableName(table))}, ',')::uuid[])`;

interface Definition<
  Row extends { readonly _id: string },
  Create extends object,
  Changes extends object,
  Wanted extends PageQuery,
> {
  /** As an error names it. */
  readonly name: string;
  readonly table: RecordTable;
  readonly schemas: {
    /** As it is answered. Each field is the column of the same name, but for those of `references` and `computed`. */
    readonly record: z.ZodObject & z.ZodType<Row>;
    readonly create: z.ZodType<Create>;
    /** The fields that a caller sends. */
    readonly changes: z.ZodObject & z.ZodType<Changes>;
    readonly query: z.ZodType<Wanted>;
  };
  /** The fields that name another record: `payee` is the column `payeeId`, and is answered with `payeeName`. */
  readonly references?: Readonly<Partial<Record<keyof typeof referenceFields, Reference>>>;
  /** The fields that `null` clears; of others it keeps the value. */
  readonly clearable?: readonly (keyof Changes & string)[];
  /** The fields that are no column of the table. */
  readonly computed?: Readonly<Record<string, SQL>>;
  /** What is wrong when the database refuses. */
  readonly rules?: Rules;
  /** SQL that a creation stores instead of the values that were sent, by the table's names. */
  readonly created?: Readonly<Record<string, SQL>>;
  /** What an update sets besides, by the table's names. */
  readonly alsoUpdated?: Readonly<Record<string, SQL>>;
  readonly warnings?: Warnings;
  /** By a reference that `null` clears: `computed` columns, and warnings, of a new record that names nothing there. */
  readonly without?: Readonly<Record<string, Without>>;
  /** Since a released version. */
  readonly added?: Added<Row>;
  /** Values for further placeholders in any of these. */
  readonly given?: (scope: Scope) => Values;
  /** What a record is called in the journal and in the trash. */
  readonly subject: Subject;
  /** By which a list is ordered, before the identifier, and what `sort` calls that. */
  readonly order: Pick<ListDefinition<Row>, 'column' | 'sort' | 'direction' | 'furtherOrders'>;
  /** By the fields of the query, and more where `list` is given values for them. */
  readonly filters: Filters;
  /** The reference that names who may see a record, where `list` is given a value for the filter `visibleTo`. */
  readonly visibleBy?: keyof Row & keyof typeof referenceFields;
}

const [inner, left] = [sql.raw('inner'), sql.raw('left')];

/**
 * All that is done with the records of a table: to list, read, create, change, remove and restore them. `columns`, `filters`
 * and `paged` are for further statements on the table. A field without a column stops the start.
 */
export function repository<
  Row extends { readonly _id: string },
  Create extends object,
  Changes extends object,
  Wanted extends PageQuery,
>(definition: Definition<Row, Create, Changes, Wanted>) {
  const { name, table, schemas, references = {}, computed = {} } = definition;
  const {
    clearable = [],
    rules = {},
    created,
    alsoUpdated,
    warnings,
    without = {},
    added,
    given = () => ({}),
  } = definition;
  const known = getTableColumns(table);
  const named = Object.entries<Reference>(references);

  const columnOf = (field: string): PgColumn => {
    const column = known[field === '_id' ? 'id' : field in references ? `${field}Id` : field];
    if (!column) throw new Error(`The table ${getTableName(table)} has no column for the field ${field}.`);
    return column;
  };
  const columnsWith = (nameOf: (field: string, reference: Reference) => unknown) => {
    const names = new Map(named.map(([field, one]) => [`${field}Name`, nameOf(field, one)]));
    const fields = Object.keys(schemas.record.shape).filter((field) => field !== 'warnings');
    return Object.fromEntries(
      fields.map((field) => [field, names.get(field) ?? computed[field] ?? columnOf(field)]),
    ) as Columns<Row>;
  };

  /** A record may name none. */
  const orEmpty = (field: string, name: SQLWrapper): SQLWrapper =>
    columnOf(field).notNull ? name : sql`coalesce(${name}, '')`;
  const columns = columnsWith((field, { table: other, name }) =>
    orEmpty(
      field,
      sql`(select ${sql.identifier(name.name)} from ${other} where ${other}.id = ${table}.${sql.identifier(columnOf(field).name)})`,
    ),
  );
  const one = crud<Row, Create, Changes>({
    name,
    table,
    columns,
    fields: Object.fromEntries(Object.keys(schemas.changes.shape).map((field) => [field, columnOf(field)])),
    references: Object.fromEntries(named),
    clearable,
    rules,
    ...(created && { created }),
    ...(alsoUpdated && { alsoUpdated }),
    ...(warnings && { warnings }),
    without: Object.fromEntries(
      named.map(([field]) => [field, { [`${field}Name`]: sql`''`, ...without[field] }]),
    ),
    ...(added && { added }),
    given,
  });

  const joins = named
    .filter(([field]) => `${field}Name` in schemas.record.shape)
    .map(
      ([field, { table: other }]) =>
        sql` ${columnOf(field).notNull ? inner : left} join ${other} on ${other.id} = ${columnOf(field)}`,
    );
  const { visibleBy } = definition;
  const filters = { ...definition.filters, ids: oneOf(table.id, 'ids') };
  const { after, paged, list } = lists<Row, Wanted>({
    table,
    columns: columnsWith((field, { name }) => orEmpty(field, name)),
    joins: sql.join(joins),
    filters,
    visibleBy: visibleBy && { field: visibleBy, column: columnOf(visibleBy) },
    ...definition.order,
    given,
  });

  return {
    ...one,
    subject: subjectOf(table, definition.subject),
    rules,
    columns,
    filters: { ...filters, after },
    paged,
    list,
  };
}
