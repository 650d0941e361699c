import { rules as attachmentRules } from '../attachments/attachments.repo.ts';
import { chequeRefused } from '../cheques/state-errors.ts';
import { sql } from '../db/drizzle.ts';
import { commonRules, databaseFailure, type Rules } from '../db/failures.ts';
import { newId } from '../db/new-id.ts';
import type { Scope } from '../db/scope.ts';
import { execute } from '../db/statement.ts';
import { DomainError, freshLogInRequired, invalid, notFound } from '../errors.ts';
import { resources } from '../resources.ts';
import { currencyFixed } from '../settings/settings.repo.ts';
import { businessDay, lastAdministrator } from '../users/accounts.repo.ts';
import { issueAt } from '../values/issues.ts';
import { usernameKey } from '../values/text.ts';
import { fieldName, fieldValue } from './fields.ts';
import type { Undone } from './journal.schema.ts';
import type { JournalKind } from './kinds.ts';
import type { undoable } from './records.ts';
import { repositories, undoableRepositories } from './subjects.ts';
import { type Change, undoDays, undoDecision } from './undo.ts';

type Entry = Omit<Change, 'fields'> & {
  readonly entry: string;
  readonly columns: readonly string[];
  /** As it was before. */
  readonly username: string | null;
};

/** Entries of a batch: each is looked at by itself. Bulk operations have fewer. */
const MAX_ENTRIES = 2000;

/** The entry, and those of its batch. */
const entriesOf = (id: string) => sql`
  select id::text as entry, kind, record_id as record, action, actor_id as actor, batch,
    at > now() - make_interval(days => ${undoDays}) as "isRecent",
    (select coalesce(jsonb_agg(name), '[]') from jsonb_object_keys(coalesce(after, before)) as name) as columns,
    before ->> 'username' as username
  from journal
  where id = ${id}::bigint or batch = (select batch from journal where id = ${id}::bigint)
  order by id`;

/** @throws FORBIDDEN, SELF_CHANGE, NOT_UNDOABLE, FRESH_LOG_IN_REQUIRED */
function checkAllowed({ actor }: Scope, { columns, ...entry }: Entry): void {
  const decision = undoDecision(actor, { ...entry, fields: columns.map(fieldName) });
  if (decision === 'forbidden')
    throw new DomainError('FORBIDDEN', `Your role may undo only what you did in the last ${undoDays} days.`);
  if (decision === 'self')
    throw new DomainError('SELF_CHANGE', 'Ask another Administrator to undo this change of your account.');
  if (decision === 'never')
    throw new DomainError(
      'NOT_UNDOABLE',
      'A password cannot be put back, nor a personal access token or a calendar address; the status of a cheque is undone by an event of its own; a settlement is made void; a closing is changed by another one; what is erased is gone.',
    );
  if (entry.kind === 'settings' && columns.includes('require_second_factor') && !actor.isFresh)
    throw freshLogInRequired();
}

/** What the statement sets besides the fields of the entry, and what must hold for the caller to be allowed. */
function changeOf({ actor }: Scope, { entry, kind, record, action, columns, username }: Entry) {
  if (kind !== 'users') return { entry, kind };
  const isRenamed = action === 'update' && columns.includes('username') && username !== null;
  const isOthers = actor.role !== 'Administrator' && actor.id !== record;
  return {
    entry,
    kind,
    ...(isRenamed && { set: { username_key: usernameKey(username) } }),
    ...(action === 'delete' && { set: { active: false } }),
    ...(isOthers && { require: { access_level: 'User' } }),
  };
}

interface Difference {
  readonly kind: JournalKind;
  readonly column: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

const conflict = (message: string, issues: ReturnType<typeof issueAt>[]) =>
  new DomainError('UNDO_CONFLICT', message, { issues });

/** What is wrong when a constraint refuses, whatever the kind of record. */
const rules: Rules = Object.assign(
  {},
  commonRules,
  ...resources.map((name) => repositories[name].rules),
  attachmentRules,
);

/** The errors of `undo_changes` (migrations/functions/undo_changes.sql), and those of the records. */
export function undoRefused(error: unknown): unknown {
  const failure = databaseFailure(error);
  switch (failure?.code) {
    case 'DB001': {
      const differing: Difference[] = JSON.parse(failure.detail ?? '[]');
      const issues = differing.map(({ kind, column, expected, actual }) =>
        issueAt([fieldName(column)], 'changed_since', {
          expected: fieldValue(kind, column, expected),
          actual: fieldValue(kind, column, actual),
        }),
      );
      const fields = issues.map(({ path }) => path.join('.')).join(', ');
      return conflict(`The record has changed since: ${fields}. Nothing was undone.`, issues);
    }
    case 'DB002':
      return conflict('The record has been deleted or restored since.', [issueAt([], 'deleted_since')]);
    case 'DB003':
      return new DomainError('FORBIDDEN', 'Your role does not allow this change of the record.');
    case 'DB004':
      return invalid('UNKNOWN_REFERENCE', [fieldName(failure.column ?? '')], 'unknown_reference');
    case 'DB005':
      return lastAdministrator();
    case 'DB010':
      return chequeRefused(failure);
    case 'DB031':
      return new DomainError(
        'NOT_UNDOABLE',
        'The personal data of this user is erased: nothing brings it back.',
      );
    case 'DB022':
      return currencyFixed();
  }
  if (failure?.constraint === 'journal_undoes')
    return conflict('This change has been undone already.', [issueAt([], 'undone_already')]);
  if (!failure) return error;
  const rule = rules[failure.constraint ?? ''] ?? rules[failure.code];
  return rule ? rule(failure) : error;
}

/**
 * Takes a change back, and with it all changes of its batch: a creation is deleted, a deletion restored, a field gets the
 * value it had. A user comes back inactive; their pay, which the deletion ended, goes on.
 * @returns the record of the entry as it is now; of one that is deleted now, its identifier
 * @throws NOT_FOUND, FORBIDDEN, SELF_CHANGE, FRESH_LOG_IN_REQUIRED, LAST_ADMINISTRATOR, NOT_UNDOABLE, UNDO_CONFLICT, UNKNOWN_REFERENCE,
 * CHEQUE_STATE, PERIOD_CLOSED, and what the rules of the record say
 */
export async function undo(scope: Scope, id: string): Promise<Undone> {
  const entries = /^[0-9]{1,18}$/.test(id) ? await execute<Entry>(scope.db, entriesOf(id)) : [];
  const named = entries.find(({ entry }) => entry === String(BigInt(id)));
  if (!named) throw notFound('entry of the journal');
  for (const entry of entries) checkAllowed(scope, entry);
  if (entries.length > MAX_ENTRIES)
    throw new DomainError(
      'NOT_UNDOABLE',
      `It is one of ${entries.length} changes of an import: undo them with DELETE /imports/{importID}.`,
    );
  const changes = JSON.stringify(entries.map((entry) => changeOf(scope, entry)));
  const batch = entries.length > 1 ? newId() : null;
  await execute(
    scope.db,
    sql`with ${businessDay(scope)} select undo_changes(${changes}::jsonb, ${scope.actor.id}::uuid, ${batch}::uuid) from business`,
  ).catch((error: unknown) => {
    throw undoRefused(error);
  });
  const isGone = named.action === 'create' || named.action === 'restore';
  // Of the other kinds nothing is undone.
  const kind = named.kind as keyof typeof undoable;
  return isGone ? { _id: named.record } : undoableRepositories[kind].get(scope, named.record);
}
