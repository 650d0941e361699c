import * as bills from '../bills/bills.repo.ts';
import * as cheques from '../cheques/cheques.repo.ts';
import { chequeRefused } from '../cheques/state-errors.ts';
import type { Creation } from '../db/crud.ts';
import { sql } from '../db/drizzle.ts';
import { databaseFailure } from '../db/failures.ts';
import { newId } from '../db/new-id.ts';
import { actingAs, type Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import * as logs from '../logs/logs.repo.ts';
import * as payEntries from '../pay-entries/pay-entries.repo.ts';
import * as payees from '../payees/payees.repo.ts';
import * as rates from '../rates/rates.repo.ts';
import type { ImportKind } from '../resources.ts';
import { businessDay } from '../users/accounts.repo.ts';
import * as users from '../users/users.repo.ts';
import { type Issue, issueAt } from '../values/issues.ts';
import { today } from '../values/zones.ts';
import type { ImportCommit, ImportResult, ImportSummary } from './imports.schema.ts';
import { imports } from './imports.table.ts';
import { type Kept, named, seenBy } from './kept.ts';
import { existing, type NewRecord } from './match.ts';

/** What was created; of accounts their usernames. */
export type Result = Omit<ImportResult, 'links'> & { readonly usernames?: readonly string[] };

export type Written = Pick<Creation, 'table' | 'commands' | 'common'>;

export interface ChequeEventOf {
  readonly id: unknown;
  readonly kind: string;
  readonly date: unknown;
}

/**
 * Creates the records of an import that is kept, in one statement and one batch, once: asked again it answers the same.
 * @param writes in the order in which they are executed
 * @throws what the database says
 */
export async function commitRecords(
  scope: Scope,
  id: string,
  writes: readonly Written[],
  events: readonly ChequeEventOf[],
  counts: Result['counts'],
  more: Partial<Result> = {},
): Promise<Result> {
  const batch = newId();
  const result: Result = { batch, counts, ...more };
  const common = Object.assign({}, ...writes.map((one) => one.common), actingAs(scope));
  const commands = writes.map(({ table, commands: each }) => ({ table, commands: each }));
  const day = today(scope.businessTimeZone);
  const [row] = await execute<{ result: Result }>(
    scope.db,
    sql`with ${businessDay(scope)} select commit_import(${id}::uuid, ${JSON.stringify(commands)}::jsonb, ${JSON.stringify(common)}::jsonb,
      ${JSON.stringify(events)}::jsonb, ${batch}::uuid, ${day}::date, ${JSON.stringify(result)}::jsonb) as result
      from business`,
  );
  return row?.result ?? result;
}

/** What creates records of a kind, in a statement that writes others too. */
export const creations: Readonly<
  Record<Exclude<ImportKind, 'users'>, (scope: Scope, all: never) => Creation>
> = {
  payees: payees.creation,
  bills: bills.creation,
  cheques: cheques.creation,
  logs: logs.creation,
  payEntries: payEntries.creation,
  rates: rates.creation,
};

const recordColumns = {
  kind: imports.kind,
  records: imports.records,
  result: imports.result,
  isRecent: sql<boolean>`coalesce(${imports.committedAt} > now() - interval '1 day', false)`,
};
const selectRecords = statement<{
  kind: ImportSummary['kind'];
  records: string | null;
  result: Result | null;
  isRecent: boolean;
}>(recordColumns, () => build.select(recordColumns).from(imports).where(named));

/** Accounts that one import creates. */
export const MAX_USERS = 500;

/** By which event a cheque becomes what it was when it was imported. */
const eventOf: Readonly<Record<string, string>> = {
  presented: 'present',
  cleared: 'clear',
  bounced: 'bounce',
  stopped: 'stop',
};

type Account = users.NewUser & { readonly _id: string };

const rowPath = (row: number, ...path: Issue['path']): Issue['path'] => ['rows', row, ...path];

const refused = (issues: readonly Issue[]) =>
  new DomainError(
    'VALIDATION',
    `Nothing was created: ${issues.length === 1 ? 'a row is' : 'rows are'} at fault.`,
    { issues },
  );

const answerOf = ({ usernames, ...result }: Result, isRecent: boolean): Result =>
  isRecent && usernames ? { ...result, usernames } : result;

/** @throws NOT_FOUND, also for one of somebody else's, or that has expired */
export async function findKept(scope: Scope, id: string) {
  const [found] = await selectRecords(scope.db, { id, ...seenBy(scope) });
  if (!found) throw notFound('import');
  return { ...found, result: found.result && answerOf(found.result, found.isRecent) };
}

/**
 * Creates the records of an import, all or none, in one batch; asked again it answers the same.
 * @param credentialOf makes the first credential of a new account
 * @throws NOT_FOUND where it has expired; VALIDATION, with the rows at fault, where something has changed since the file was read
 */
export async function commit(
  scope: Scope,
  input: ImportCommit,
  credentialOf: (username: string) => Promise<users.FirstCredential>,
): Promise<Result> {
  const { db } = scope;
  const { importID: id, skip, include } = input;
  const found = await findKept(scope, id);
  const { kind } = found;
  if (found.result) return found.result;
  if (kind === 'manager-2') throw notFound('import');
  const kept: Kept = JSON.parse(found.records ?? '{}');
  const [skipped, included, duplicates] = [new Set(skip), new Set(include), new Set(kept.duplicates)];
  const chosen = kept.records.filter(
    ([row]) => !skipped.has(row) && (!duplicates.has(row) || included.has(row)),
  );
  if (chosen.length === 0) throw invalid('VALIDATION', ['skip'], 'nothing_to_import');
  if (kind === 'users' && chosen.length > MAX_USERS)
    throw invalid('VALIDATION', ['file'], 'too_many_rows', { max: MAX_USERS });

  const there = await existing(
    db,
    kind,
    chosen.filter(([row]) => !included.has(row)),
  );
  if (there.size > 0) {
    // They may be those of a commit at the same time.
    const now = await findKept(scope, id);
    if (now.result) return now.result;
    throw refused([...there].map(([row, record]) => issueAt(rowPath(row), 'duplicate', { record })));
  }

  const all = chosen.map(([, record]) => ({ ...record, _id: newId() }));
  const payeesOf = new Set(all.map((record) => (record as NewRecord).payee));
  const newPayees = kept.payees
    .filter(({ _id }) => payeesOf.has(_id))
    .map((payee) => ({ ...payee, email: '', phoneNumber: '', extraNotes: '' }));
  const withCredentials: (Account & users.FirstCredential)[] = [];
  if (kind === 'users') {
    for (const record of all) {
      const user = record as Account;
      withCredentials.push({ ...user, ...(await credentialOf(user.username)) });
    }
  }
  const created = kind === 'users' ? users.creation(withCredentials) : creations[kind](scope, all as never);
  const writes = [...(newPayees.length > 0 ? [creations.payees(scope, newPayees as never)] : []), created];
  const events = all.flatMap((record: NewRecord) => {
    const event = eventOf[String(record.status)];
    return event
      ? [{ id: record._id, kind: event, date: record.statusDate ?? today(scope.businessTimeZone) }]
      : [];
  });

  const usernames = kind === 'users' && all.map((user: NewRecord) => String(user.username));
  try {
    return await commitRecords(
      scope,
      id,
      writes,
      events,
      { created: all.length, payees: newPayees.length },
      usernames ? { usernames } : {},
    );
  } catch (error) {
    throw refusal(error, created, chosen);
  }
}

/** The error for the caller: faults of items are those of rows. */
function refusal(error: unknown, created: Creation, chosen: Kept['records']): unknown {
  const failure = databaseFailure(error);
  if (failure?.code === 'DB043') return notFound('import');
  if (failure?.code === 'DB010') return chequeRefused(failure);
  if (!failure) return error;
  let explained: DomainError;
  try {
    explained = created.refusal(error);
  } catch (unknown) {
    return unknown;
  }
  const issues = explained.issues?.map((issue) => {
    const [part, index, ...path] = issue.path;
    return part === 'create' ? { ...issue, path: rowPath(chosen[Number(index)]?.[0] ?? 0, ...path) } : issue;
  });
  return issues ? refused(issues as Issue[]) : explained;
}
