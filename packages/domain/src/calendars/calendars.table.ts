import { instant, recordColumns } from '../db/columns.ts';
import { index, pgTable, sql, text, uniqueIndex, uuid } from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';

/**
 * Secret addresses of the calendar feed. A person has 20 at the most that count, and makes 50 credentials in a day; they end with
 * the account: migration 0026.
 */
export const calendars = pgTable(
  'calendars',
  {
    ...recordColumns(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the token in the address. */
    tokenHash: text('token_hash').notNull(),
    lastReadAt: instant('last_read_at'),
    lastReadFrom: text('last_read_from'),
  },
  (table) => [
    uniqueIndex('calendars_token_hash').on(table.tokenHash),
    index('calendars_user')
      .on(table.userId, table.createdAt, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('calendars_made').on(table.userId, table.createdAt),
  ],
);
