import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { DomainError } from '../errors.ts';
import { type Issue, issueAt } from '../values/issues.ts';
import { typeOf } from './columns.ts';
import { getTableColumns, getTableName, sql } from './drizzle.ts';
import { type DatabaseFailure, databaseFailure, explain, type Rules } from './failures.ts';
import { type Added, idempotentInserts } from './idempotency.ts';
import { newId } from './new-id.ts';
import { actingAs, type Scope } from './scope.ts';
import { type Columns, textOf, type Values } from './statement.ts';

/** Values by the table's names, with the same placeholders as in the statement that writes one record. */
type Assignments = Readonly<Record<string, unknown>>;

interface Definition<Row> {
  readonly table: PgTable & { readonly id: PgColumn };
  /** Of the answer. */
  readonly columns: Columns<Row>;
  /** The placeholders that have a value for each record, and the SQL type of each. */
  readonly items: Readonly<Record<string, string>>;
  readonly inserted: Assignments;
  readonly updated: Assignments;
  readonly removed: Assignments;
  /** Whether it is the record of the item, in the version that was sent. */
  readonly matches: SQL | undefined;
  readonly rules: Rules;
  readonly added?: Added<Row> | undefined;
}

/** Values for the placeholders of each record, `id` among them. */
export interface BulkItems {
  readonly create: readonly Values[];
  readonly update: readonly Values[];
  readonly delete: readonly Values[];
}
type Part = keyof BulkItems;

/** In this order they are written, so that what is deleted makes room for what is created. */
const parts: readonly Part[] = ['delete', 'update', 'create'];

/** A fault of an item as `write_bulk` finds it. */
interface Fault extends DatabaseFailure {
  readonly part: Part;
  readonly index: number;
  /** Of DB040: the version of the record, where there is one. */
  readonly version?: number | null;
}

const { placeholder } = sql;
const listed = (items: readonly SQL[]) => sql.join([...items], sql`, `);

/**
 * Writes many records of a table in one statement, all or none, with one batch in the journal: see
 * migrations/functions/write_bulk.sql. An answer is kept for an Idempotency-Key like that of one record.
 */
export function bulkWrites<Row extends object>({
  table,
  columns,
  items,
  inserted,
  updated,
  removed,
  matches,
  rules,
  added,
}: Definition<Row>) {
  const known = getTableColumns(table);
  const nameOf = (key: string) => sql.identifier((known[key] as PgColumn).name);
  const item = sql.raw(
    `item(${Object.entries(items)
      .map(([name, type]) => `"_${name}" ${type}`)
      .join(', ')})`,
  );
  const from = sql`jsonb_to_recordset(${placeholder('items')}) as ${item}`;
  const update = (assignments: Assignments) => {
    const set = Object.entries(assignments).map(([key, value]) => sql`${nameOf(key)} = ${value}`);
    return sql`update ${table} set ${listed(set)} from ${from} where ${matches}`;
  };
  const insert =
    () => sql`insert into ${table} (${listed(Object.keys(inserted).map((key) => sql`${nameOf(key)}`))})
    select ${listed(Object.values(inserted).map((value) => sql`${value}`))} from ${from}`;

  const answered = Object.values<unknown>(columns).map((column, n) => ({ column, name: `c${n}` }));
  const names = listed(answered.map(({ name }) => sql.identifier(name)).map((name) => sql`${name}`));
  const selectAnswer = () => sql`select jsonb_agg(to_jsonb(answer) order by place) from (
    select named.place, ${listed(answered.map(({ column, name }) => sql`${column} as ${sql.identifier(name)}`))}
    from unnest(${placeholder('items')}) with ordinality as named(id, place) join ${table} on ${table.id} = named.id) as answer`;

  /** $1 are the items, $2 what they have in common. */
  const expression = (name: string) => {
    if (name === 'items') return '$1';
    return name in items ? `item."_${name}"` : `($2 ->> '${name}')`;
  };
  const textsOf = () => ({
    delete: textOf(update(removed), expression),
    update: textOf(update(updated), expression),
    create: textOf(insert(), expression),
    answer: textOf(selectAnswer(), expression),
  });
  let texts: ReturnType<typeof textsOf> | undefined;
  const allTexts = () => {
    texts ??= textsOf();
    return texts;
  };

  // `with`: what begins with `select` is asked again where a connection is lost.
  const writeAll = idempotentInserts(
    `${getTableName(table)}_bulk`,
    columns,
    () => sql`with written as materialized (
        select write_bulk(${getTableName(table)}, ${placeholder('commands')}::jsonb, ${placeholder('common')}::jsonb,
          ${placeholder('answer')}, string_to_array(${placeholder('ids')}, ',')::uuid[], ${placeholder('batch')}::uuid,
          ${placeholder('isDry')}::boolean) as answers
      ) select ${names} from written, jsonb_to_recordset(answers) as answered(${listed(
        answered.map(({ column, name }) => sql.raw(`"${name}" ${typeOf(column)}`)),
      )})`,
    added,
  );

  /** @throws what no rule explains */
  function issuesOf(fault: Fault, given: BulkItems, failed: unknown): Issue[] {
    const { part, index, code, version } = fault;
    const path = [part, index];
    if (code === 'DB040') {
      const sent = given[part][index]?.versions;
      return version == null
        ? [issueAt(part === 'delete' ? path : [...path, '_id'], 'unknown_reference')]
        : [issueAt([...path, 'version'], 'changed_since', { expected: sent, actual: version })];
    }
    const error = explain(fault, rules);
    if (!error) throw failed;
    const { issues, message: reason } = error;
    if (!issues) return [issueAt(path, 'refused', { code: error.code, reason })];
    return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  }

  /** The error for the caller where the database refuses; anything else is thrown again. */
  function refusal(failed: unknown, given: BulkItems): DomainError {
    const failure = databaseFailure(failed);
    if (failure?.code === 'DB041')
      return new DomainError(
        'BATCH_TOO_LARGE',
        'The records of one answer have at most 8 MiB: send fewer of them in one request.',
      );
    if (failure?.code !== 'DB040') throw (failure && explain(failure, rules)) ?? failed;
    const faults: Fault[] = JSON.parse(failure.detail ?? '[]');
    const issues = faults.flatMap((fault) => issuesOf(fault, given, failed));
    const fields = issues.map(({ path }) => path.join('.'));
    return new DomainError('VALIDATION', `Invalid input: ${[...new Set(fields)].join(', ')}.`, { issues });
  }

  /** For `write_bulk`, in the order in which they are executed. */
  const commandsOf = (given: BulkItems) =>
    parts.flatMap((part) =>
      given[part].length > 0 ? { part, text: allTexts()[part], items: given[part].map(prefixed) } : [],
    );

  /**
   * @param common for the placeholders that are no items
   * @param input that the digest is made of
   * @returns the records as they are now, in the order of `create`, `update` and `delete`
   * @throws VALIDATION with an issue for each fault; BATCH_TOO_LARGE, IDEMPOTENCY_KEY_REUSED
   */
  const write = async (
    scope: Scope,
    given: BulkItems,
    { common, input, isDry }: { readonly common: Values; readonly input: object; readonly isDry: boolean },
  ): Promise<Row[]> => {
    const values = {
      commands: JSON.stringify(commandsOf(given)),
      common: JSON.stringify({ ...common, ...actingAs(scope) }),
      answer: allTexts().answer,
      ids: [...given.create, ...given.update, ...given.delete].map(({ id }) => id).join(','),
      batch: newId(),
      isDry,
    };
    const { idempotency: _, ...withoutKey } = scope;
    try {
      return await writeAll(isDry ? withoutKey : scope, values, input);
    } catch (error) {
      throw refusal(error, given);
    }
  };
  return { write, commandsOf, refusal };
}

/** Names that no column has. */
const prefixed = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`_${name}`, value]));
