import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { visibleWorker } from '../access.ts';
import { bills } from '../bills/bills.table.ts';
import { cheques } from '../cheques/cheques.table.ts';
import type { Database } from '../db/client.ts';
import type { RecordTable } from '../db/crud.ts';
import { sql } from '../db/drizzle.ts';
import { explainViolation, type Rules } from '../db/failures.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { subjectOf } from '../db/repository.ts';
import { acting, actingAs, type Scope } from '../db/scope.ts';
import { build, statement } from '../db/statement.ts';
import { DomainError, invalid, notDeleted, notFound } from '../errors.ts';
import { payees } from '../payees/payees.table.ts';
import { areas } from '../resources.ts';
import { settlements } from '../settlements/settlements.table.ts';
import { scopeOfArea } from '../tokens/scopes.ts';
import { issueAt } from '../values/issues.ts';
import type { Attachment } from './attachments.schema.ts';
import { attachmentPieces, attachments } from './attachments.table.ts';
import { fileName } from './file-name.ts';
import { type AttachableKind, attachableKinds, MAX_ATTACHMENTS } from './limits.ts';
import { discard, type StagedFile } from './staging.ts';

export { PIECE_BYTES, StagedFile, stage, tooLarge } from './staging.ts';

const { placeholder } = sql;

interface Attachable {
  readonly noun: string;
  readonly table: RecordTable;
  /** Which names the record. */
  readonly column: PgColumn;
  readonly area: (typeof areas)[keyof typeof areas];
}

const attachable: Readonly<Record<AttachableKind, Attachable>> = {
  bills: { noun: 'bill', table: bills, column: attachments.billId, area: areas.bills },
  cheques: { noun: 'cheque', table: cheques, column: attachments.chequeId, area: areas.cheques },
  payees: { noun: 'payee', table: payees, column: attachments.payeeId, area: areas.payees },
  settlements: {
    noun: 'settlement',
    table: settlements,
    column: attachments.settlementId,
    area: areas.payEntries,
  },
};

const columns = {
  _id: attachments.id,
  name: attachments.name,
  type: attachments.type,
  size: attachments.size,
  sha256: attachments.sha256,
  thumbnail: sql<string | null>`${attachments.thumbnail}`,
  createdAt: attachments.createdAt,
  version: attachments.version,
};

const listed = sql.join(
  Object.values(columns).map((column) => sql`${column}`),
  sql`, `,
);

export const subject = subjectOf(attachments, { title: attachments.name });

/** Of records, what the caller may see; of a User the own settlements. */
const visible = (kind: AttachableKind) =>
  kind === 'settlements'
    ? sql`(${placeholder('visibleTo')}::uuid is null or ${settlements.workerId} = ${placeholder('visibleTo')}::uuid)`
    : sql`${placeholder('visibleTo')}::uuid is null`;
const isKind = (kind: AttachableKind) =>
  sql`${sql.raw(`'${kind}'`)} = any(string_to_array(${placeholder('kinds')}, ','))`;
/** Whether the caller may do it with attachments of the record, which is not deleted. */
const allowed = sql`(${sql.join(
  attachableKinds.map((kind): SQL => {
    const { table, column } = attachable[kind];
    return sql`(${column} is not null and ${isKind(kind)} and exists (
      select from ${table} where ${table.id} = ${column} and ${table.deletedAt} is null and ${visible(kind)}))`;
  }),
  sql` or `,
)})`;
/** Of settlements, those of workers that the caller may pay. */
const mayChange = sql`(${attachments.settlementId} is null or may_pay(${placeholder('actor')}::uuid,
  (select worker_id from settlements where id = ${attachments.settlementId})))`;

/** The kinds of records of which the caller reads, or changes, attachments: a token those of its scopes. */
function given({ actor }: Scope, verb: 'read' | 'write') {
  const { scopes } = actor;
  const kinds = attachableKinds.filter(
    (kind) => scopes?.has(scopeOfArea(attachable[kind].area, verb)) ?? true,
  );
  return { kinds: kinds.join(), visibleTo: visibleWorker(actor) ?? null };
}

const lists = Object.fromEntries(
  attachableKinds.map((kind) => {
    const { table, column } = attachable[kind];
    const ofEach = { ...columns, _id: sql<string | null>`${attachments.id}` };
    return [
      kind,
      statement(ofEach, () =>
        build
          .select(ofEach)
          .from(table)
          .leftJoin(attachments, sql`${column} = ${table.id} and ${attachments.deletedAt} is null`)
          .where(sql`${table.id} = ${placeholder('id')} and ${table.deletedAt} is null and ${visible(kind)}`)
          .orderBy(attachments.createdAt, attachments.id),
      ),
    ];
  }),
);

/** Of a record, in the order in which they were made. @throws NOT_FOUND for a record that the caller may not see */
export async function list(scope: Scope, kind: AttachableKind, id: string): Promise<Attachment[]> {
  const rows = (await lists[kind]?.(scope.db, { id, visibleTo: given(scope, 'read').visibleTo })) ?? [];
  if (rows.length === 0) throw notFound(attachable[kind].noun);
  return rows.filter((row): row is Attachment => row._id !== null);
}

const selectById = statement(columns, () =>
  build
    .select(columns)
    .from(attachments)
    .where(sql`${attachments.id} = ${placeholder('id')} and ${attachments.deletedAt} is null and ${allowed}`),
);

/** @throws NOT_FOUND, also for one whose record is deleted or that the caller may not see */
export async function get(scope: Scope, id: string): Promise<Attachment> {
  const [row] = await selectById(scope.db, { id, ...given(scope, 'read') });
  if (!row) throw notFound('attachment');
  return row;
}

const pieceColumns = { bytes: attachmentPieces.bytes };
const selectPiece = statement(pieceColumns, () =>
  build
    .select(pieceColumns)
    .from(attachmentPieces)
    .where(
      sql`${attachmentPieces.attachmentId} = ${placeholder('id')} and ${attachmentPieces.number} = ${placeholder('number')}`,
    ),
);

/** A piece of its bytes, from 0; undefined where they are gone. */
export async function piece(db: Database, id: string, number: number): Promise<Uint8Array | undefined> {
  const [row] = await selectPiece(db, { id, number });
  return row?.bytes;
}

const full = () =>
  new DomainError(
    'STORAGE_FULL',
    'There is no room for more files: delete some, or ask the operator for more room.',
  );
const forbidden = () =>
  new DomainError(
    'FORBIDDEN',
    'Your role changes files of settlements with other workers of role User only.',
  );
const tooMany = () =>
  new DomainError('VALIDATION', `A record has at most ${MAX_ATTACHMENTS} attachments: delete one first.`, {
    issues: [issueAt([], 'limit_reached', { max: MAX_ATTACHMENTS })],
  });

/** The errors of functions/attachments.sql. */
export const rules: Rules = {
  DB003: forbidden,
  DB004: ({ column = '' }) => invalid('UNKNOWN_REFERENCE', [column.replace(/_id$/, '')], 'unknown_reference'),
  DB050: () =>
    new DomainError('UNAVAILABLE', 'The file did not arrive whole: send it again.', { retryAfter: 1 }),
  DB051: full,
  DB052: tooMany,
  DB053: () => new DomainError('NOT_UNDOABLE', 'The bytes of this file are removed for good.'),
};

const insertReturning = idempotentInsert(
  'attachments',
  columns,
  () => sql`with made as (select * from add_attachment(${placeholder('id')}::uuid, ${placeholder('kind')}, ${placeholder('record')}::uuid,
      ${placeholder('name')}, ${placeholder('type')}, ${placeholder('size')}::integer, ${placeholder('sha256')},
      ${placeholder('room')}::bigint, ${acting}))
    select ${listed} from made as attachments`,
  { thumbnail: () => null },
);

/**
 * Makes a file that has arrived an attachment of a record.
 * @param options its name, where it is not the one that came with it; bytes of all attachments together
 * @throws NOT_FOUND, FORBIDDEN, STORAGE_FULL, IDEMPOTENCY_KEY_REUSED; VALIDATION where the record has 20
 */
export async function create(
  scope: Scope,
  { kind, id: record }: { readonly kind: AttachableKind; readonly id: string },
  { staged: { id, type, size, sha256 }, name: sent }: StagedFile,
  { name: wanted, room }: { readonly name: string; readonly room: number },
): Promise<Attachment> {
  const name = fileName(wanted || sent, type);
  const values = { id, kind, record, name, type, size, sha256, room };
  const noRecord = () => notFound(attachable[kind].noun);
  let made: Attachment | undefined;
  try {
    made = await explainViolation(insertReturning(scope, values, { kind, record, name, sha256 }), {
      ...rules,
      DB015: noRecord,
    });
    return made;
  } finally {
    // Refused, or an earlier answer to the same key.
    if (made?._id !== id) await discard(scope.db, id).catch(() => {});
  }
}

const identifier = { _id: attachments.id };
const changed = sql`version = version + 1, updated_at = now(), changed_by = ${acting}`;
const changing = sql`${attachments.id} = ${placeholder('id')}::uuid and ${allowed} and ${mayChange}`;
const markDeleted = statement(
  identifier,
  () => sql`update attachments set deleted_at = now(), ${changed}
    where ${changing} and ${attachments.deletedAt} is null returning id`,
);
const purge = statement(
  identifier,
  () => sql`update attachments set deleted_at = coalesce(deleted_at, now()), purged_at = now(), thumbnail = null, ${changed}
    where ${attachments.id} = ${placeholder('id')}::uuid and ${attachments.purgedAt} is null returning id`,
);
const restoreReturning = statement(
  columns,
  () => sql`update attachments set deleted_at = null, ${changed}
    where ${changing} and ${attachments.deletedAt} is not null and ${attachments.purgedAt} is null
    returning ${listed}`,
);
/** Neither a version nor an entry in the journal: the file is the same. */
const setThumbnailReturning = statement(
  columns,
  () => sql`update attachments set thumbnail = ${placeholder('thumbnail')}
    where ${changing} and ${attachments.deletedAt} is null returning ${listed}`,
);

const change = (scope: Scope, id: string) => ({
  id,
  ...given(scope, 'write'),
  ...actingAs(scope),
});

/**
 * By a mark, like any record.
 * @param isPurged its bytes go at once and for good, also of one that is deleted already
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function remove(scope: Scope, id: string, isPurged: boolean): Promise<{ _id: string }> {
  const [row] = await explainViolation((isPurged ? purge : markDeleted)(scope.db, change(scope, id)), rules);
  if (row) return row;
  await refuse(scope, id);
  throw notFound('attachment');
}

/** @throws NOT_FOUND, FORBIDDEN, NOT_DELETED; VALIDATION where the record has 20 others */
export async function restore(scope: Scope, id: string): Promise<Attachment> {
  const [row] = await explainViolation(restoreReturning(scope.db, change(scope, id)), rules);
  if (row) return row;
  await refuse(scope, id);
  throw notDeleted('attachment');
}

/** @param thumbnail as a `data:` URL; null removes it @throws NOT_FOUND, FORBIDDEN */
export async function setThumbnail(scope: Scope, id: string, thumbnail: string | null): Promise<Attachment> {
  const [row] = await setThumbnailReturning(scope.db, { ...change(scope, id), thumbnail });
  if (row) return row;
  await refuse(scope, id);
  throw notFound('attachment');
}

const selectChangeable = statement(
  { mayChange: sql<boolean>`may_change` },
  () => sql`select ${mayChange} as may_change from attachments
    where ${attachments.id} = ${placeholder('id')}::uuid and ${attachments.deletedAt} is null and ${allowed}`,
);

/** Why a change found nothing, where it is not the state of the attachment. @throws NOT_FOUND, FORBIDDEN */
async function refuse(scope: Scope, id: string): Promise<void> {
  const [row] = await selectChangeable(scope.db, change(scope, id));
  if (!row) throw notFound('attachment');
  if (!row.mayChange) throw forbidden();
}
