import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { explainViolation, type Rules } from '../db/failures.ts';
import { keptKeys } from '../db/idempotency.ts';
import type { Scope } from '../db/scope.ts';
import { execute } from '../db/statement.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { usernameKey } from '../values/text.ts';
import type { Erased, PersonalData } from './erasure.schema.ts';
import { journalOf, personal, rowsOf } from './personal.ts';

/** The errors of `erase_user` (migrations/functions/erase_user.sql). */
const rules: Rules = {
  DB015: () => notFound('user'),
  DB030: () =>
    new DomainError('NOT_DELETED', 'The user is not deleted: delete the account first, then erase it.'),
  DB031: () => new DomainError('ALREADY_ERASED', 'The personal data of this user is erased already.'),
  DB032: ({ detail }) => invalid('NOT_SETTLED', ['userID'], 'not_settled', { balance: detail ?? '' }),
};

/** The operations whose kept answers name people beside something that has to be given again. */
const keptAnswers = () =>
  JSON.stringify(
    Object.fromEntries([...keptKeys].filter(([, keys]) => 'worker' in keys || 'history' in keys)),
  );

/**
 * Erases the personal data of a deleted user for good (docs/rules.md, section 17).
 * @param actor null: the operator
 * @throws NOT_FOUND, NOT_DELETED, ALREADY_ERASED; NOT_SETTLED while the balance is not 0
 */
export async function erase(db: Database, id: string, actor: string | null): Promise<Erased> {
  const erased = execute<{ number: number }>(
    db,
    sql`select erase_user(${id}::uuid, ${actor}::uuid, ${keptAnswers()}::jsonb) as number where ${isId(id)}::boolean`,
  );
  const [row] = await explainViolation(erased, rules);
  if (!row) throw notFound('user');
  return { _id: id, name: `Former worker ${row.number}` };
}

/** Bytes of an export that one answer may have. */
const MAX_EXPORT_BYTES = 8 * 1024 * 1024;

const isId = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

/**
 * Everything that is stored about a person, also a deleted one.
 * @param most bytes of JSON; without it as many as there are
 * @throws NOT_FOUND; TOO_MANY_RESULTS
 */
export async function everythingAbout(db: Database, id: string, most?: number): Promise<PersonalData> {
  if (!isId(id)) throw notFound('user');
  const person = sql`${id}::uuid`;
  const tables = Object.entries(personal).map(([name, { person: column, without = [], exact = [] }]) => {
    const rows = sql`to_jsonb(listed) - ${`{${without.join(',')}}`}::text[]`;
    const amounts = sql.join([
      sql`'{}'`,
      ...exact.map((column) => sql` || jsonb_build_object(${column}::text, ${sql.identifier(column)}::text)`),
    ]);
    return sql`${name}::text, (select coalesce(jsonb_agg(${rows} || (${amounts})::jsonb), '[]')
      from ${sql.identifier(name)} as listed where ${rowsOf(column, person)})`;
  });
  const fits = most === undefined ? sql`true` : sql`octet_length(tables::text) <= ${sql.raw(String(most))}`;
  const [row] = await execute<{ tables: PersonalData['tables'] | null; at: string }>(
    db,
    sql`select case when ${fits} then tables end as tables, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
      from users, lateral (
        select jsonb_build_object(${sql.join(tables, sql`, `)}, 'journal', (${journalOf(person)})) as tables
        offset 0
      ) as stored where id = ${person}`,
  );
  if (!row) throw notFound('user');
  if (!row.tables)
    throw invalid('TOO_MANY_RESULTS', ['userID'], 'export_too_large', {
      mebibytes: MAX_EXPORT_BYTES / 1024 / 1024,
    });
  return { _id: id, exportedAt: row.at, tables: row.tables };
}

/** The same for an answer. @throws NOT_FOUND; TOO_MANY_RESULTS over 8 MiB */
export const exportOf = ({ db }: Scope, id: string): Promise<PersonalData> =>
  everythingAbout(db, id, MAX_EXPORT_BYTES);

interface Named {
  readonly id: string;
  readonly username: string;
  readonly fullName: string;
  readonly deletedAt: string | null;
}

/** For the operator: who has this identifier or username, and of those with the username who had it and was deleted. */
export function find(db: Database, name: string): Promise<Named[]> {
  return execute<Named>(
    db,
    sql`select id::text, username, full_name as "fullName", deleted_at::text as "deletedAt" from users
      where id::text = ${name} or username_key = ${usernameKey(name)} and former_number is null order by deleted_at nulls first, id`,
  );
}
