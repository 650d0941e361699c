import type { SQL } from 'drizzle-orm';
import { sql } from '../db/drizzle.ts';

/** How the rows of a table about one person are exported. A test compares it with the tables that there are. */
interface Exported {
  /** Which rows: `person` is the identifier. */
  readonly where: (person: SQL) => SQL;
  /** Columns that say nothing to people: hashes, and what is made of other columns for searching. */
  readonly without?: readonly string[];
  /** Amounts, which a number of JSON would lose digits of. */
  readonly exact?: readonly string[];
}

const ofUser = { where: (person: SQL) => sql`user_id = ${person}` };
const ofWorker = { where: (person: SQL) => sql`worker_id = ${person}` };
const ofActor = { where: (person: SQL) => sql`actor_id = ${person}` };

export const exported: Readonly<Record<string, Exported>> = {
  users: {
    where: (person) => sql`id = ${person}`,
    without: ['password_hash', 'username_key', 'name_key', 'session_epoch'],
  },
  sessions: { ...ofUser, without: ['refresh_hash', 'refresh_count', 'epoch'] },
  devices: { ...ofUser, without: ['hash', 'epoch'] },
  calendars: { ...ofUser, without: ['token_hash'] },
  tokens: { ...ofUser, without: ['token_hash'] },
  logs: { ...ofWorker, exact: ['payment'] },
  payEntries: { ...ofWorker, exact: ['amount'] },
  rates: { ...ofWorker, exact: ['amount', 'overtime_factor'] },
  settlements: { ...ofWorker, without: ['size'], exact: ['opening', 'earned', 'paid', 'payout', 'balance'] },
  settlement_values: {
    where: (person) => sql`settlement_id in (select id from settlements where worker_id = ${person})`,
    exact: ['amount'],
  },
  cheque_events: { ...ofActor, exact: ['charge'] },
  closing_history: ofActor,
};

const recordsOf = (person: SQL) => sql`
  select ${person} union select id from logs where worker_id = ${person}
  union select id from "payEntries" where worker_id = ${person} union select id from rates where worker_id = ${person}
  union select id from settlements where worker_id = ${person} union select id from tokens where user_id = ${person}
  union select id from calendars where user_id = ${person}`;

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
