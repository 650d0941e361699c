import { and, eq, sql } from '../db/drizzle.ts';
import { newId } from '../db/new-id.ts';
import type { Scope } from '../db/scope.ts';
import { statement } from '../db/statement.ts';
import type { ImportSummary, ReadFile } from './imports.schema.ts';
import { imports } from './imports.table.ts';
import type { NewRecord } from './match.ts';

const { placeholder } = sql;

/** Of somebody; an Administrator sees those of all. */
export const visible = sql`(${imports.userId} = ${placeholder('actor')}::uuid or ${placeholder('all')}::boolean)`;
export const seenBy = ({ actor }: Scope) => ({ actor: actor.id, all: actor.role === 'Administrator' });

/** What is not committed is there for a day. */
const isThere = sql`(${imports.expiresAt} is null or ${imports.expiresAt} > now())`;
export const named = and(eq(imports.id, placeholder('id')), visible, isThere);

/** What an import would create, as it is kept. */
export interface Kept {
  readonly records: readonly (readonly [row: number, record: NewRecord])[];
  /** The rows that are duplicates. */
  readonly duplicates: readonly number[];
  readonly payees: readonly { readonly _id: string; readonly name: string }[];
}

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
  readonly rows: readonly object[];
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
    rows: rows.map((row) => JSON.stringify(row)).join('\n'),
    records: JSON.stringify(records),
  });
  return { id, createdAt: stored?.createdAt ?? '' };
}
