import { instant, json, recordColumns } from '../db/columns.ts';
import { index, pgTable, sql, text, uniqueIndex, uuid } from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';

/**
 * Personal access tokens. A person has 20 at the most that count, and makes 50 credentials in a day; they end with the account:
 * migrations 0017 and 0026.
 */
export const tokens = pgTable(
  'tokens',
  {
    ...recordColumns(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    scopes: json<string[]>('scopes').notNull(),
    /** SHA-256 of the token. */
    tokenHash: text('token_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    lastUsedFrom: text('last_used_from'),
  },
  (table) => [
    uniqueIndex('tokens_token_hash').on(table.tokenHash),
    index('tokens_user').on(table.userId, table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index('tokens_made').on(table.userId, table.createdAt),
  ],
);
