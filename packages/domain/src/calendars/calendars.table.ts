import { instant } from '../db/columns.ts';
import { index, pgTable, sql, text, uniqueIndex, uuid } from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';

/** Secret addresses of the calendar feed. A person has 20 at the most: migration 0011. */
export const calendars = pgTable(
  'calendars',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the token in the address. */
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    lastReadAt: instant('last_read_at'),
  },
  (table) => [
    uniqueIndex('calendars_token_hash').on(table.tokenHash),
    index('calendars_user').on(table.userId, table.createdAt, table.id),
  ],
);
