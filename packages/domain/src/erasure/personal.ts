import type { SQL } from 'drizzle-orm';
import { sql } from '../db/drizzle.ts';
import { journalKinds } from '../journal/kinds.ts';

/** A table that names a person: how its rows are exported, and what erasing does. A test compares it with the tables that there are. */
interface Personal {
  /** The column with the person's identifier, or which rows are theirs. */
  readonly person: string | ((person: SQL) => SQL);
  /** Whether the rows are removed, or which columns get other values, as SQL. Nothing: figures and acts stay. */
  readonly erased?: 'removed' | Readonly<Record<string, string>>;
  /** Columns that say nothing to people: hashes, and what is made of other columns for searching. */
  readonly without?: readonly string[];
  /** Amounts, which a number of JSON would lose digits of. */
  readonly exact?: readonly string[];
}

const credential = { person: 'user_id', erased: 'removed' } as const;
const work = { person: 'worker_id', erased: { extra_notes: "''" } } as const;

export const personal: Readonly<Record<string, Personal>> = {
  // What becomes of the account itself is in functions/erase_user.sql.
  users: {
    person: 'id',
    erased: 'removed',
    without: [
      'password_hash',
      'username_key',
      'name_key',
      'session_epoch',
      'log_in_link_hash',
      'log_in_link_epoch',
    ],
  },
  sessions: { ...credential, without: ['refresh_hash', 'refresh_count', 'epoch'] },
  devices: { ...credential, without: ['hash', 'epoch'] },
  calendars: { ...credential, without: ['token_hash'] },
  tokens: { ...credential, without: ['token_hash'] },
  factors: { ...credential, without: ['secret', 'last_step', 'credential_id', 'public_key', 'counter'] },
  recovery_codes: { ...credential, without: ['hash'] },
  identities: credential,
  imports: { ...credential, without: ['file', 'rows', 'records'] },
  logs: { ...work, exact: ['payment'] },
  payEntries: { ...work, exact: ['amount'] },
  rates: { ...work, exact: ['amount', 'overtime_factor'] },
  settlements: {
    person: 'worker_id',
    erased: { reason: "''", lines: 'without_notes(lines)' },
    without: ['size'],
    exact: ['opening', 'earned', 'paid', 'payout', 'balance'],
  },
  attachments: {
    person: (person) => sql`settlement_id in (select id from settlements where worker_id = ${person})`,
  },
  settlement_values: {
    person: (person) => sql`settlement_id in (select id from settlements where worker_id = ${person})`,
    exact: ['amount'],
  },
  cheque_events: { person: 'actor_id', exact: ['charge'] },
  closing_history: { person: 'actor_id' },
};

const isJournalled = (name: string) => journalKinds.some((kind) => kind === name);
export const rowsOf = (column: Personal['person'], person: SQL) =>
  typeof column === 'string' ? sql`${sql.identifier(column)} = ${person}` : column(person);

const recordsOf = (person: SQL) =>
  sql.join(
    Object.entries(personal).flatMap(([name, { person: column }]) =>
      isJournalled(name) ? [sql`select id from ${sql.identifier(name)} where ${rowsOf(column, person)}`] : [],
    ),
    sql` union `,
  );

/** Of the journal the changes of what is theirs, and, without contents, what they changed. */
export const journalOf = (person: SQL) => sql`
  select coalesce(jsonb_agg(entry order by entry -> 'id'), '[]') from (
    select jsonb_build_object('id', id, 'at', at, 'actor_id', actor_id, 'kind', kind, 'record_id', record_id, 'action', action,
      'token', case when actor_id = ${person} then token end,
      'before', (select jsonb_object_agg(key, exact(value)) from jsonb_each(before)),
      'after', (select jsonb_object_agg(key, exact(value)) from jsonb_each(after))) as entry
    from journal where record_id in (${recordsOf(person)})
    union all
    select jsonb_build_object('id', id, 'at', at, 'actor_id', actor_id, 'kind', kind, 'record_id', record_id, 'action', action,
      'token', token)
    from journal where actor_id = ${person} and record_id not in (${recordsOf(person)})
  ) as entries`;

const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
const texts = (values: readonly string[]) => `ARRAY[${values.map(text).join(', ')}]::text[]`;

/** The function of the database that tells `erase_user` of the tables above. */
export function personalTables(): string {
  const rows = Object.entries(personal).flatMap(([name, { person, erased }]) => {
    if (!erased || typeof person !== 'string') return [];
    const cleared =
      erased === 'removed' ? 'NULL, NULL' : `${texts(Object.keys(erased))}, ${texts(Object.values(erased))}`;
    return `(${text(name)}, ${text(person)}, ${isJournalled(name)}, ${cleared})`;
  });
  return `CREATE OR REPLACE FUNCTION personal_tables()
RETURNS TABLE (name text, person text, is_journalled boolean, cleared text[], made text[]) LANGUAGE sql STABLE AS $$
VALUES ${rows.join(',\n  ')};
$$;`;
}
