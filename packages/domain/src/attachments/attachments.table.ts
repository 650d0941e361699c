import { bills } from '../bills/bills.table.ts';
import { cheques } from '../cheques/cheques.table.ts';
import { bytes, instant, recordColumns } from '../db/columns.ts';
import { check, index, integer, pgTable, primaryKey, sql, text, uuid } from '../db/drizzle.ts';
import { payees } from '../payees/payees.table.ts';
import { settlements } from '../settlements/settlements.table.ts';
import { attachmentTypes } from './limits.ts';

/** Files of records; functions of the database make them and count them (functions/attachments.sql). */
export const attachments = pgTable(
  'attachments',
  {
    ...recordColumns(),
    billId: uuid('bill_id').references(() => bills.id, { onDelete: 'cascade' }),
    chequeId: uuid('cheque_id').references(() => cheques.id, { onDelete: 'cascade' }),
    payeeId: uuid('payee_id').references(() => payees.id, { onDelete: 'cascade' }),
    settlementId: uuid('settlement_id').references(() => settlements.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    type: text('type', { enum: attachmentTypes }).notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    thumbnail: text('thumbnail'),
    /** Set when its bytes are gone: it never comes back. */
    purgedAt: instant('purged_at'),
  },
  (table) => [
    check(
      'attachments_record',
      sql`num_nonnulls(${table.billId}, ${table.chequeId}, ${table.payeeId}, ${table.settlementId}) = 1`,
    ),
    check('attachments_thumbnail', sql`${table.purgedAt} is null or ${table.thumbnail} is null`),
    index('attachments_bill').on(table.billId).where(sql`${table.billId} is not null`),
    index('attachments_cheque').on(table.chequeId).where(sql`${table.chequeId} is not null`),
    index('attachments_payee').on(table.payeeId).where(sql`${table.payeeId} is not null`),
    index('attachments_settlement').on(table.settlementId).where(sql`${table.settlementId} is not null`),
    // The room that is used is summed from the index alone.
    index('attachments_room').on(table.size).where(sql`${table.purgedAt} is null`),
  ],
);

/** The bytes of attachments, also of files that are still arriving: these expire. */
export const attachmentPieces = pgTable(
  'attachment_pieces',
  {
    attachmentId: uuid('attachment_id').notNull(),
    number: integer('number').notNull(),
    bytes: bytes('bytes').notNull(),
    /** Null once the attachment is made. */
    expiresAt: instant('expires_at').default(sql`now() + interval '1 hour'`),
  },
  (table) => [
    primaryKey({ columns: [table.attachmentId, table.number] }),
    index('attachment_pieces_expiry').on(table.expiresAt).where(sql`${table.expiresAt} is not null`),
  ],
);
