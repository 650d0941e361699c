import * as bills from '../bills/bills.repo.ts';
import * as cheques from '../cheques/cheques.repo.ts';
import type { Creation } from '../db/crud.ts';
import { sql } from '../db/drizzle.ts';
import { newId } from '../db/new-id.ts';
import { actingAs, type Scope } from '../db/scope.ts';
import { execute, statement } from '../db/statement.ts';
import * as logs from '../logs/logs.repo.ts';
import * as payEntries from '../pay-entries/pay-entries.repo.ts';
import * as payees from '../payees/payees.repo.ts';
import * as rates from '../rates/rates.repo.ts';
import { businessDay } from '../users/accounts.repo.ts';
import { today } from '../values/zones.ts';
import type { ImportKind, ImportResult, ImportSummary, ReadFile } from './imports.schema.ts';
import { imports } from './imports.table.ts';

const { placeholder } = sql;

/** Files of one person that are kept before they are committed: an older one goes when another is sent. */
const keptFiles = 20;
const insert = statement(
  { createdAt: imports.createdAt },
  () => sql`with old as (
      delete from imports where id in (
        select id from imports where user_id = ${placeholder('actor')}::uuid and expires_at is not null
        order by created_at desc, id desc offset ${sql.raw(String(keptFiles - 1))})
    ) insert into imports (id, user_id, kind, name, counts, file, rows, records)
    values (${placeholder('id')}::uuid, ${placeholder('actor')}::uuid, ${placeholder('kind')}, ${placeholder('name')},
      ${placeholder('counts')}::jsonb, ${placeholder('file')}::jsonb, ${placeholder('rows')}, ${placeholder('records')})
    returning created_at`,
);

interface NewImport {
  readonly kind: ImportSummary['kind'];
  readonly name: string;
  readonly counts: ImportSummary['counts'];
  readonly file: ReadFile;
  readonly rows: object;
  readonly records: object;
}

/** Keeps what would be created, for a day. */
export async function keep(
  { db, actor }: Scope,
  { kind, name, counts, file, rows, records }: NewImport,
): Promise<{ readonly id: string; readonly createdAt: string }> {
  const id = newId();
  const [stored] = await insert(db, {
    id,
    actor: actor.id,
    kind,
    name,
    counts: JSON.stringify(counts),
    file: JSON.stringify(file),
    rows: JSON.stringify(rows),
    records: JSON.stringify(records),
  });
  return { id, createdAt: stored?.createdAt ?? '' };
}

/** What was created; of accounts their usernames, of which passwords are made. */
export type Result = Omit<ImportResult, 'passwords'> & { readonly usernames?: readonly string[] };

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
