import { instant, recordColumns } from '../db/columns.ts';
import { index, pgTable, sql, text, uniqueIndex, uuid } from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';

/**
 * Accounts at an OpenID Connect provider that log in to accounts here. They end with the account and with a password that
 * somebody else sets: functions/credentials.sql.
 */
export const identities = pgTable(
  'identities',
  {
    ...recordColumns(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** As OIDC_ISSUER names it. */
    issuer: text('issuer').notNull(),
    /** `sub`: an e-mail address may become somebody else's. */
    subject: text('subject').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.issuer, table.subject).where(sql`${table.deletedAt} is null`),
    uniqueIndex('identities_user').on(table.userId, table.issuer).where(sql`${table.deletedAt} is null`),
    index('identities_made').on(table.userId, table.createdAt),
  ],
);
