import { chequeRefused } from '../cheques/state-errors.ts';
import type { Creation } from '../db/crud.ts';
import { and, desc, eq, sql } from '../db/drizzle.ts';
import { databaseFailure } from '../db/failures.ts';
import { newId } from '../db/new-id.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { subjectsOf } from '../journal/subjects.ts';
import { undoRefused } from '../journal/undo.repo.ts';
import { undoDays } from '../journal/undo.ts';
import { businessDay } from '../users/accounts.repo.ts';
import * as users from '../users/users.repo.ts';
import { users as accounts } from '../users/users.table.ts';
import { type Issue, issueAt } from '../values/issues.ts';
import type { Page } from '../values/paging.ts';
import { today } from '../values/zones.ts';
import type { Mapping } from './columns.ts';
import { commitRecords, creations, keep, type Result } from './commit.ts';
import type {
  Import,
  ImportCommit,
  ImportKind,
  ImportRow,
  ImportSummary,
  ImportUndone,
  KeptImport,
  ReadFile,
} from './imports.schema.ts';
import { imports } from './imports.table.ts';
import { existing, match, type NewRecord } from './match.ts';
import type { Preview } from './preview.ts';

const { placeholder } = sql;

const summaryColumns = {
  _id: imports.id,
  kind: imports.kind,
  name: imports.name,
  createdAt: imports.createdAt,
  committedAt: imports.committedAt,
  undoneAt: imports.undoneAt,
  batch: imports.batch,
  counts: imports.counts,
};
const columns = { ...summaryColumns, file: imports.file, rows: imports.rows };
const listedColumns = {
  ...summaryColumns,
  user: imports.userId,
  userName: accounts.fullName,
};

/** Of somebody; an Administrator sees those of all. */
const visible = sql`(${imports.userId} = ${placeholder('actor')}::uuid or ${placeholder('all')}::boolean)`;
const seenBy = ({ actor }: Scope) => ({ actor: actor.id, all: actor.role === 'Administrator' });
/** What is not committed is there for a day. */
const isThere = sql`(${imports.expiresAt} is null or ${imports.expiresAt} > now())`;
const named = and(eq(imports.id, placeholder('id')), visible, isThere);

type Row = Omit<KeptImport, keyof ReadFile | 'rows'> & {
  readonly file: ReadFile;
  readonly rows: string | null;
};
const select = statement<Row>(columns, () => build.select(columns).from(imports).where(named));
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

const selectPage = pages<ImportSummary>(
  { after: sql`${imports.id} < ${placeholder('afterId')}::uuid` },
  listedColumns,
  (where) =>
    build
      .select(listedColumns)
      .from(imports)
      .innerJoin(accounts, eq(accounts.id, imports.userId))
      .where(and(visible, sql`${imports.committedAt} is not null`, ...where))
      .orderBy(desc(imports.id))
      .limit(placeholder('limit')),
  4096,
);

/** Without what may be long, and is not needed. */
const fileColumns = { file: sql<ReadFile>`${imports.file} - 'newPayees' - 'sheets'` };
const selectFiles = statement(fileColumns, () =>
  build
    .select(fileColumns)
    .from(imports)
    .where(
      and(
        eq(imports.userId, placeholder('actor')),
        eq(imports.kind, placeholder('kind')),
        sql`${imports.committedAt} is not null`,
      ),
    )
    .orderBy(desc(imports.createdAt))
    .limit(20),
);

/** How the last files of the caller were read, the newest first. */
export async function mappings({ db, actor }: Scope, kind: ImportKind): Promise<Mapping[]> {
  const rows = await selectFiles(db, { actor: actor.id, kind });
  return rows.map(({ file: { columns: all, dates, decimal } }) => ({
    headings: all.map(({ heading }) => heading),
    columns: all.map(({ field }) => field),
    dates,
    decimal,
  }));
}

/** What an import would create, as it is kept. */
interface Kept {
  readonly records: readonly (readonly [row: number, record: NewRecord])[];
  /** The rows that are duplicates. */
  readonly duplicates: readonly number[];
  readonly payees: readonly { readonly _id: string; readonly name: string }[];
}

/** Keeps what a file would create, for a day. */
export async function create(
  scope: Scope,
  {
    kind,
    name,
    newPayees,
  }: { readonly kind: ImportKind; readonly name: string; readonly newPayees: boolean },
  preview: Preview,
): Promise<Import> {
  const { rows, records, payees: unknown } = await match(scope, kind, preview, newPayees);
  const count = (result: ImportRow['result']) => rows.filter((row) => row.result === result).length;
  const counts = { create: count('create'), duplicate: count('duplicate'), error: count('error') };
  const { rows: _, ...read } = preview;
  const file: ReadFile = { ...read, newPayees: unknown.map((payee) => payee.name) };
  const kept: Kept = {
    records,
    duplicates: rows.flatMap(({ row, result }) => (result === 'duplicate' ? row : [])),
    payees: newPayees ? unknown : [],
  };
  const { id, createdAt } = await keep(scope, { kind, name, counts, file, rows, records: kept });
  return {
    _id: id,
    kind,
    name,
    createdAt,
    committedAt: null,
    undoneAt: null,
    batch: null,
    counts,
    ...file,
    rows: [...rows],
  };
}

const kindColumns = {
  kind: imports.kind,
  isRecent: sql<boolean>`${imports.createdAt} > now() - make_interval(days => ${sql.raw(String(undoDays))})`,
};
const selectKind = statement<{ kind: ImportSummary['kind']; isRecent: boolean }>(kindColumns, () =>
  build.select(kindColumns).from(imports).where(named),
);

/** @throws NOT_FOUND as `get` does */
export async function about(
  scope: Scope,
  id: string,
): Promise<{ kind: ImportSummary['kind']; isRecent: boolean }> {
  const [row] = await selectKind(scope.db, { id, ...seenBy(scope) });
  if (!row) throw notFound('import');
  return row;
}

/** @throws NOT_FOUND, also for one of somebody else's, or that has expired */
export async function get(scope: Scope, id: string): Promise<KeptImport> {
  const [row] = await select(scope.db, { id, ...seenBy(scope) });
  if (!row) throw notFound('import');
  const { file, rows, ...summary } = row;
  return { ...summary, ...file, rows: rows === null ? [] : JSON.parse(rows) };
}

/** Those that were committed, newest first. @throws VALIDATION for a cursor of another list */
export async function list(
  scope: Scope,
  { limit = 100, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<Page<ImportSummary>> {
  const at = position(cursor, () => true);
  const found = await selectPage(scope.db, { ...seenBy(scope), ...at, limit: limit + 1 });
  return toPage(
    found,
    limit,
    () => '',
    (row) => row,
  );
}

/** Accounts that one import creates. */
const MAX_USERS = 500;

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

/**
 * Creates the records of an import, all or none, in one batch; asked again it answers the same.
 * @param hashOf makes the hash of the password of a new account
 * @throws NOT_FOUND where it has expired; VALIDATION, with the rows at fault, where something has changed since the file was read
 */
export async function commit(
  scope: Scope,
  input: ImportCommit,
  hashOf: (username: string) => Promise<string>,
): Promise<Result> {
  const { db } = scope;
  const { importID: id, skip, include } = input;
  const find = () => selectRecords(db, { id, ...seenBy(scope) });
  const [found] = await find();
  if (!found) throw notFound('import');
  const { kind } = found;
  if (found.result) return answerOf(found.result, found.isRecent);
  if (kind === 'manager-2') throw notFound('import');
  const kept: Kept = JSON.parse(found.records ?? '{}');
  const [skipped, included, duplicates] = [new Set(skip), new Set(include), new Set(kept.duplicates)];
  const chosen = kept.records.filter(
    ([row]) => !skipped.has(row) && (!duplicates.has(row) || included.has(row)),
  );
  if (chosen.length === 0) throw invalid('VALIDATION', ['skip'], 'nothing_to_import');
  // The hash of a password takes some ten milliseconds of a core.
  if (kind === 'users' && chosen.length > MAX_USERS)
    throw invalid('VALIDATION', ['file'], 'too_many_rows', { max: MAX_USERS });

  const there = await existing(
    db,
    kind,
    chosen.filter(([row]) => !included.has(row)),
  );
  if (there.size > 0) {
    // They may be those of a commit at the same time.
    const [now] = await find();
    if (now?.result) return answerOf(now.result, now.isRecent);
    throw refused([...there].map(([row, record]) => issueAt(rowPath(row), 'duplicate', { record })));
  }

  const all = chosen.map(([, record]) => ({ ...record, _id: newId() }));
  const payeesOf = new Set(all.map((record) => (record as NewRecord).payee));
  const newPayees = kept.payees
    .filter(({ _id }) => payeesOf.has(_id))
    .map((payee) => ({ ...payee, email: '', phoneNumber: '', extraNotes: '' }));
  const withHashes: (Account & { readonly passwordHash: string })[] = [];
  if (kind === 'users') {
    // One after the other, so that others have their turns.
    for (const user of all as Account[])
      withHashes.push({ ...user, passwordHash: await hashOf(user.username) });
  }
  const created = kind === 'users' ? users.creation(withHashes) : creations[kind](scope, all as never);
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

const discard = statement(
  { id: imports.id },
  () => sql`delete from imports where ${named} and committed_at is null returning id`,
);

/**
 * Before it is committed: forgets it. After that: deletes what it created and nobody has changed since.
 * @throws NOT_FOUND; UNDO_CONFLICT where it is undone already; PERIOD_CLOSED, FORBIDDEN and what else the rules of the records say
 */
export async function remove(scope: Scope, id: string): Promise<ImportUndone> {
  const { db, actor } = scope;
  const [gone] = await discard(db, { id, ...seenBy(scope) });
  if (gone) return { deleted: 0, kept: [] };
  await about(scope, id);
  try {
    const [row] = await execute<{ undone: ImportUndone }>(
      db,
      sql`with ${businessDay(scope)}
        select undo_import(${id}::uuid, ${actor.id}::uuid, ${newId()}::uuid, ${today(scope.businessTimeZone)}::date) as undone from business`,
    );
    const { deleted = 0, kept = [] } = row?.undone ?? {};
    const subjectOf = await subjectsOf(
      db,
      kept.map(({ kind, _id: record }) => ({ kind: kind as never, record })),
    );
    return { deleted, kept: kept.map((one) => ({ ...one, title: subjectOf(one._id).title })) };
  } catch (error) {
    const failure = databaseFailure(error);
    if (failure?.code === 'DB044')
      throw new DomainError('UNDO_CONFLICT', 'This import has been undone already.', {
        issues: [issueAt([], 'undone_already')],
      });
    throw undoRefused(error);
  }
}
