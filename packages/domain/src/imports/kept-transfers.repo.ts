import type { Scope } from '../db/scope.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import type { FirstCredential } from '../users/users.repo.ts';
import { issueAt } from '../values/issues.ts';
import { commitRecords, findKept, MAX_USERS, type Result } from './commit.ts';
import { FIRST_ROWS, type ImportRow, type KeptImport } from './imports.schema.ts';
import { keep } from './kept.ts';
import { collections, type SourceRecord } from './manager-2.ts';
import { existing } from './match.ts';
import { file, type Plan, plan, source, unexpected, writesOf } from './transfer.repo.ts';

/** What of a plan its commit needs. */
type Kept = Pick<Plan, 'create' | 'links' | 'alike'>;

const keyOf = ({ kind, externalId }: { readonly kind: string; readonly externalId: string }) =>
  `${kind} ${externalId}`;

/** The records of another system as rows, in their order. */
function rowsOf(all: readonly SourceRecord[], planned: Plan): ImportRow[] {
  const here = new Map([...planned.there, ...planned.links].map((one) => [keyOf(one), one.id]));
  const refused = Map.groupBy(planned.refused, keyOf);
  const remarks = Map.groupBy(planned.remarks, keyOf);
  const titles = new Map(
    all.map((one) => [keyOf(one), one.values.name ?? `${one.values.firstName} ${one.values.lastName}`]),
  );
  return all.map((one, index): ImportRow => {
    const { kind, names } = one;
    const key = keyOf(one);
    const named =
      names && titles.get(keyOf({ ...names, kind: names.field === 'worker' ? 'users' : 'payees' }));
    const values = { ...one.values, ...(names && { [names.field]: named ?? names.externalId }) };
    const row = { row: index + 1, kind, values };
    const issues = refused.get(key)?.map(({ issue }) => issue);
    if (issues) return { ...row, result: 'error', issues: issues as ImportRow['issues'] };
    const record = here.get(key);
    if (record !== undefined) return { ...row, result: 'duplicate', record };
    const changed = (remarks.get(key) ?? []).map(({ field, there = '', here: value = '' }) => ({
      field,
      there,
      here: value,
    }));
    return { ...row, result: 'create', ...(changed.length > 0 && { changed }) };
  });
}

/** Keeps what the records of another system would create, for a day. */
export async function preview(scope: Scope, name: string, all: readonly SourceRecord[]): Promise<KeptImport> {
  // As they are written: what is named comes before what names it.
  const ordered = collections.flatMap((kind) => all.filter((one) => one.kind === kind));
  const planned = await plan(scope, ordered);
  const rows = rowsOf(ordered, planned);
  const count = (result: ImportRow['result']) => rows.filter((row) => row.result === result).length;
  const counts = { create: count('create'), duplicate: count('duplicate'), error: count('error') };
  const { create, links, alike } = planned;
  const records: Kept = { create, links, alike };
  const { id, createdAt } = await keep(scope, { kind: source, name, counts, file, rows, records });
  const none = { committedAt: null, undoneAt: null, batch: null };
  return {
    _id: id,
    kind: source,
    name,
    createdAt,
    ...none,
    counts,
    ...file,
    rows: rows.slice(0, FIRST_ROWS),
  };
}

/**
 * Creates the records of a kept transfer, all or none, in one batch; asked again it answers the same.
 * @throws NOT_FOUND where it has expired; VALIDATION where something has changed since the files were read
 */
export async function commit(
  scope: Scope,
  id: string,
  credentialOf: (username: string) => Promise<FirstCredential>,
): Promise<Result> {
  const found = await findKept(scope, id);
  if (found.result) return found.result;
  if (found.kind !== source) throw notFound('import');
  const { create = [], links = [], alike = [] }: Partial<Kept> = JSON.parse(found.records ?? '{}');
  if (create.length + links.length === 0) throw invalid('VALIDATION', ['file'], 'nothing_to_import');
  const usernames = create.flatMap(({ kind, record }) => (kind === 'users' ? String(record.username) : []));
  if (usernames.length > MAX_USERS)
    throw invalid('VALIDATION', ['file'], 'too_many_rows', { max: MAX_USERS });
  for (const kind of collections) {
    const own = create.flatMap((one) => (one.kind === kind ? [one.record] : []));
    const same = await existing(
      scope.db,
      kind,
      own.map((record, index) => [index, record]),
    );
    const added = [...same.values()].find((record) => !alike.includes(record));
    if (added === undefined) continue;
    // They may be those of a commit at the same time.
    const { result } = await findKept(scope, id);
    if (result) return result;
    throw new DomainError('VALIDATION', 'Records were added since the files were read: read them again.', {
      issues: [issueAt(['file'], 'duplicate', { record: added })],
    });
  }
  try {
    const writes = await writesOf(scope, create, links, credentialOf);
    const counts = { created: create.length, payees: 0 };
    return await commitRecords(scope, id, writes, [], counts, usernames.length > 0 ? { usernames } : {});
  } catch (error) {
    throw unexpected(error);
  }
}
