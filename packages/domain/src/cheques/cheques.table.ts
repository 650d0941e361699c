import { bankAccounts } from '../bank-accounts/bank-accounts.table.ts';
import { attachmentsColumn, foldedText, instant, recordColumns } from '../db/columns.ts';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '../db/drizzle.ts';
import { payees } from '../payees/payees.table.ts';
import { type ChequeEventKind, chequeStatuses } from './states.ts';

export const cheques = pgTable(
  'cheques',
  {
    ...recordColumns(),
    ...attachmentsColumn(),
    serial: text('serial').notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    value: numeric('value').notNull(),
    description: text('description').notNull(),
    payeeId: uuid('payee_id')
      .notNull()
      .references(() => payees.id),
    accountId: uuid('account_id').references(() => bankAccounts.id),
    isCancelled: boolean('is_cancelled').notNull(),
    /** Set by the database: by events, and with `isCancelled` (migrations/0009_cheque_events.sql). */
    status: text('status', { enum: chequeStatuses }).notNull().default('issued'),
    /** Of the last event that is not undone. */
    statusDate: date('status_date', { mode: 'string' }),
    attempts: integer('attempts').notNull().default(0),
    replaces: uuid('replaces_id').references((): AnyPgColumn => cheques.id),
    searchKey: foldedText('search_key', `serial || ' ' || description`),
  },
  (table) => [
    index('cheques_changed').on(table.updatedAt, table.id),
    index('cheques_order').on(table.dueDate, table.id).where(sql`${table.deletedAt} is null`),
    index('cheques_payee').on(table.payeeId, table.dueDate, table.id).where(sql`${table.deletedAt} is null`),
    index('cheques_status').on(table.status, table.dueDate, table.id).where(sql`${table.deletedAt} is null`),
    index('cheques_replaces').on(table.replaces).where(sql`${table.replaces} is not null`),
    index('cheques_account')
      .on(table.accountId, table.dueDate, table.id)
      .where(sql`${table.deletedAt} is null and ${table.accountId} is not null`),
    // The serial first, since it is also looked for without an account.
    index('cheques_serials')
      .on(sql`${table.serial} collate "C"`, table.accountId)
      .where(sql`${table.deletedAt} is null`),
    index('cheques_cleared')
      .on(table.accountId, table.statusDate)
      .where(sql`${table.deletedAt} is null and ${table.status} = 'cleared'`),
    index('cheques_search')
      .using('gin', sql`${table.searchKey} gin_trgm_ops`)
      .where(sql`${table.deletedAt} is null`),
    check('cheques_value', sql`${table.value} >= 0 and ${table.value} < 1e15 and scale(${table.value}) <= 4`),
  ],
);

/** One row for each thing that happened to a cheque; rows are only added. */
export const chequeEvents = pgTable(
  'cheque_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    chequeId: uuid('cheque_id')
      .notNull()
      .references(() => cheques.id),
    kind: text('kind').$type<ChequeEventKind>().notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    reason: text('reason').notNull(),
    charge: numeric('charge'),
    fromStatus: text('from_status', { enum: chequeStatuses }).notNull(),
    fromStatusDate: date('from_status_date', { mode: 'string' }),
    fromAttempts: integer('from_attempts').notNull(),
    toStatus: text('to_status', { enum: chequeStatuses }).notNull(),
    /** The event that this one takes back. */
    undoes: bigint('undoes', { mode: 'number' }),
    /** Null: the operator. */
    actorId: uuid('actor_id'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index('cheque_events_cheque').on(table.chequeId, table.id),
    uniqueIndex('cheque_events_undoes').on(table.undoes).where(sql`${table.undoes} is not null`),
  ],
);
