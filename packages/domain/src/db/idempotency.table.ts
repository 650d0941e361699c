import { instant } from './columns.ts';
import { index, jsonb, pgTable, primaryKey, sql, text, uuid } from './drizzle.ts';

/** Creations that were asked for with a key, and what was answered. Kept for a day. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    digest: text('digest').notNull(),
    answer: jsonb('answer').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: 'idempotency_keys_pkey', columns: [table.userId, table.operation, table.key] }),
    index('idempotency_keys_age').on(table.createdAt),
  ],
);
