import { instant, json, recordColumns } from '../db/columns.ts';
import { bigint, boolean, index, integer, pgTable, sql, text, uniqueIndex, uuid } from '../db/drizzle.ts';
import type { Attempt } from './webhooks.schema.ts';

/** Addresses to which changes are sent: 20 at the most, which the database holds. */
export const webhooks = pgTable('webhooks', {
  ...recordColumns(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  kinds: json<string[]>('kinds').notNull(),
  active: boolean('active').notNull(),
  /** Which of its secrets is the newest one; each follows from JWT_SECRET, the identifier and this number. */
  secretNumber: integer('secret_number').notNull().default(1),
  secretChangedAt: instant('secret_changed_at').notNull().default(sql`now()`),
  previousSecretUntil: instant('previous_secret_until'),
  /** Changes of the feed up to this one have a delivery, where they are to have one. */
  position: bigint('position', { mode: 'number' }).notNull(),
  failingSince: instant('failing_since'),
  disabledAt: instant('disabled_at'),
});

/** What is sent, and was in the last 30 days: see functions/webhooks.sql. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: uuid('id').primaryKey(),
    /** In the order in which they were made. */
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    webhookId: uuid('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    /** Of the change; null: it is a test. */
    position: bigint('position', { mode: 'number' }),
    type: text('type').notNull(),
    recordId: uuid('record_id').notNull(),
    state: text('state').notNull().default('pending'),
    /** From when its attempts count: it was made, or sent again by hand. */
    queuedAt: instant('queued_at').notNull().default(sql`now()`),
    tries: integer('tries').notNull().default(0),
    dueAt: instant('due_at').notNull().default(sql`now()`),
    /** Until then a process has it, unless that was killed. */
    leasedUntil: instant('leased_until'),
    attempts: json<Attempt[]>('attempts').notNull().default(sql`'[]'`),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_position').on(table.webhookId, table.position),
    index('webhook_deliveries_listed').on(table.webhookId, table.number),
    index('webhook_deliveries_created').on(table.createdAt),
    index('webhook_deliveries_due').on(table.webhookId, table.dueAt).where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_record')
      .on(table.webhookId, table.recordId, table.position)
      .where(sql`${table.state} = 'pending'`),
  ],
);
