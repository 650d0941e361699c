import type { SQL } from 'drizzle-orm';
import { and, desc, eq, sql } from '../db/drizzle.ts';
import { databaseFailure } from '../db/failures.ts';
import { newId } from '../db/new-id.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build, execute, statement } from '../db/statement.ts';
import { DomainError, notFound } from '../errors.ts';
import { subjectsOf } from '../journal/subjects.ts';
import { undoRefused } from '../journal/undo.repo.ts';
import { undoDays } from '../journal/undo.ts';
import type { ImportKind } from '../resources.ts';
import { businessDay } from '../users/accounts.repo.ts';
import { users as accounts } from '../users/users.table.ts';
import { issueAt } from '../values/issues.ts';
import type { Page } from '../values/paging.ts';
import { today } from '../values/zones.ts';
import type { Mapping } from './columns.ts';
import {
  FIRST_ROWS,
  type Import,
  type ImportRow,
  type ImportRowsQuery,
  type ImportSummary,
  type ImportUndone,
  type KeptImport,
  type ReadFile,
} from './imports.schema.ts';
import { imports } from './imports.table.ts';
import { type Kept, keep, named, seenBy, visible } from './kept.ts';
import { match } from './match.ts';
import type { Preview } from './preview.ts';

export { commit } from './commit.ts';

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
/** Some rows, by their places from 1, as they are kept. */
const linesBetween = (first: SQL, last: SQL) =>
  sql<string | null>`array_to_string((string_to_array(${imports.rows}, E'\\n'))[${first}:${last}], E'\\n')`;
const columns = {
  ...summaryColumns,
  file: imports.file,
  rows: linesBetween(sql`1`, sql.raw(String(FIRST_ROWS))),
};
const listedColumns = {
  ...summaryColumns,
  user: imports.userId,
  userName: accounts.fullName,
};

type Row = Omit<KeptImport, keyof ReadFile | 'rows'> & {
  readonly file: ReadFile;
  readonly rows: string | null;
};
const select = statement<Row>(columns, () => build.select(columns).from(imports).where(named));
const rowColumns = {
  lines: linesBetween(sql`${placeholder('first')}::integer`, sql`${placeholder('last')}::integer`),
};
const selectRows = statement<{ lines: string | null }>(rowColumns, () =>
  build.select(rowColumns).from(imports).where(named),
);
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
    rows: rows.slice(0, FIRST_ROWS),
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
  return { ...summary, ...file, rows: rowsOf(linesOf(rows)) };
}

const linesOf = (lines: string | null) => lines?.split('\n').filter(Boolean) ?? [];
const rowsOf = (lines: readonly string[]): ImportRow[] => JSON.parse(`[${lines.join(',')}]`);

/** Characters of the rows of a page. */
const pageLength = 2 * 1024 * 1024;

/** The rows of an import that is not committed, as many as a page holds. @throws NOT_FOUND as `get` does */
export async function rows(
  scope: Scope,
  { importID: id, after = 0, limit = FIRST_ROWS }: ImportRowsQuery,
): Promise<{ rows: ImportRow[] }> {
  const place = { first: after + 1, last: after + limit };
  const [found] = await selectRows(scope.db, { id, ...seenBy(scope), ...place });
  if (!found) throw notFound('import');
  let length = 0;
  const lines = linesOf(found.lines).filter((line, index) => {
    length += line.length;
    return length <= pageLength || index === 0;
  });
  return { rows: rowsOf(lines) };
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
