import { DomainError } from '../errors.ts';
import { typeOf } from './columns.ts';
import { sql } from './drizzle.ts';
import { databaseFailure, isUnavailable } from './failures.ts';
import { actingAs, type Idempotency, type Scope } from './scope.ts';
import { type Columns, type Query, rowOf, sender, statement, type Values } from './statement.ts';

const { placeholder } = sql;

/**
 * The fields that records have since a released version, each with what it is of a record without it. An answer that this
 * version keeps is completed with them, and a request without them is the one that it knew: they are no part of the digest
 * while they say the same.
 */
export type Added<Row> = { readonly [Name in keyof Row]?: (record: Partial<Row>) => Row[Name] };

/** By operation, the key under which its kept answers have each of their fields. */
export const keptKeys = new Map<string, Readonly<Record<string, string>>>();

/**
 * An insertion of records that can be asked for with a key. The answer is kept in the same statement as the records, so
 * either all are there or none; asked again with the same key it is given again, as it was.
 *
 * @param operation names what is done; keys belong to a user and an operation
 * @param columns of the answer, in the order in which `insert` returns them
 * @param added are kept by their names, all others by their place among the others, as earlier versions read and wrote them
 */
export function idempotentInserts<Row extends object>(
  operation: string,
  columns: Columns<Row>,
  insert: () => Query,
  added: Added<Row> = {},
) {
  const all = Object.entries<unknown>(columns);
  const others = all.flatMap(([name]) => (name in added ? [] : name));
  const keyOf = (name: string) => (name in added ? name : `c${others.indexOf(name)}`);
  keptKeys.set(operation, Object.fromEntries(all.map(([name]) => [name, keyOf(name)])));
  const names = sql.raw(all.map(([name]) => `"${keyOf(name)}"`).join(', '));
  const types = sql.raw(all.map(([name, column]) => `"${keyOf(name)}" ${typeOf(column)}`).join(', '));
  const toRow = rowOf(columns);
  const ofOlder = Object.entries(added) as [keyof Row, (record: Partial<Row>) => Row[keyof Row]][];
  const completed = (row: Row): Row => {
    for (const [name, of] of ofOlder) row[name] ??= of(row);
    return row;
  };
  const digested = (input: object): object =>
    Object.fromEntries(
      Object.entries(input).filter(([name, value]) => value !== added[name as keyof Row]?.(input)),
    );

  const insertOnly = statement(columns, insert);
  const insertWithKey = statement(
    columns,
    () => sql`
      with created (${names}) as (${insert().getSQL()}), kept as (
        insert into idempotency_keys (user_id, operation, key, digest, answer)
        select ${placeholder('actor')}::uuid, ${operation}, ${placeholder('key')}, ${placeholder('digest')},
          jsonb_agg(to_jsonb(created)) from created having count(*) > 0)
      select ${names} from created`,
  );
  const selectKept = sender(
    () =>
      // A commit that no standby had confirmed is confirmed with this one, or its answer is not given.
      sql`select ${names}, digest,
        case when not pg_is_in_recovery() then pg_logical_emit_message(true, 'daybook', '') end
      from idempotency_keys, jsonb_to_recordset(
        case jsonb_typeof(answer) when 'array' then answer else jsonb_build_array(answer) end) as answered(${types})
      where user_id = ${placeholder('actor')} and operation = ${operation} and key = ${placeholder('key')}`,
  );

  /** @throws IDEMPOTENCY_KEY_REUSED where the key was used for something else */
  const keptAnswer = async (
    { db }: Scope,
    values: Values,
    { digests, replayed }: Idempotency,
  ): Promise<Row[] | undefined> => {
    const rows = await selectKept(db, values);
    const [row] = rows;
    if (!row) return undefined;
    if (digests.includes(row[all.length] as string)) {
      replayed();
      return rows.map((each) => completed(toRow(each)));
    }
    throw new DomainError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request: make a new one.',
    );
  };

  /**
   * @param values or what makes them, which is asked only where no earlier answer is given again
   * @param input that the digest is made of
   */
  return async (scope: Scope, values: Values | (() => Promise<Values>), input: object): Promise<Row[]> => {
    const idempotency = scope.idempotency?.(digested(input));
    const given = {
      ...(idempotency && { key: idempotency.key, digest: idempotency.digests[0] }),
      ...actingAs(scope),
    };
    const first = idempotency && (await keptAnswer(scope, given, idempotency));
    if (first) return first;
    try {
      const made = typeof values === 'function' ? await values() : values;
      return await (idempotency ? insertWithKey : insertOnly)(scope.db, { ...made, ...given });
    } catch (error) {
      // The same request at the same moment may have been quicker: in keeping its answer, in taking the username, or in
      // changing what a guard looks at.
      const failure = databaseFailure(error);
      const mayBeLate = failure ? !isUnavailable(failure.code) : error instanceof DomainError;
      const answer = mayBeLate && idempotency && (await keptAnswer(scope, given, idempotency));
      if (answer) return answer;
      throw error;
    }
  };
}

/** The same for one record. */
export function idempotentInsert<Row extends object>(
  operation: string,
  columns: Columns<Row>,
  insert: () => Query,
  added?: Added<Row>,
) {
  const insertAll = idempotentInserts(operation, columns, insert, added);
  return async (scope: Scope, values: Values | (() => Promise<Values>), input: object): Promise<Row> => {
    const [row] = await insertAll(scope, values, input);
    return row as Row;
  };
}
