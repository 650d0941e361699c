import { instant } from '../db/columns.ts';
import { boolean, index, integer, pgTable, primaryKey, sql, text, uuid } from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';

/** One per log-in; it counts while its epoch is the account's. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    epoch: integer('epoch').notNull(),
    createdAt: instant('created_at').notNull().default(sql`now()`),
    lastSeenAt: instant('last_seen_at').notNull().default(sql`now()`),
    expiresAt: instant('expires_at').notNull(),
    /** How often the refresh token was exchanged, and the SHA-256 of the present one. */
    refreshCount: integer('refresh_count').notNull().default(0),
    refreshHash: text('refresh_hash').notNull(),
    refreshedAt: instant('refreshed_at').notNull().default(sql`now()`),
    userAgent: text('user_agent').notNull(),
    address: text('address').notNull(),
    /** When its owner last proved who they are: a log-in, or the password asked again. */
    provenAt: instant('proven_at').notNull().default(sql`now()`),
    /** Whether more than a password opened it. */
    hasSecondFactor: boolean('has_second_factor').notNull().default(false),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/**
 * Browsers that have logged in before, by the SHA-256 of their cookie; one counts while its epoch is the account's. Several
 * accounts may share a browser.
 */
export const devices = pgTable(
  'devices',
  {
    hash: text('hash').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    epoch: integer('epoch').notNull(),
    lastSeenAt: instant('last_seen_at').notNull().default(sql`now()`),
  },
  (table) => [
    primaryKey({ name: 'devices_pkey', columns: [table.hash, table.userId] }),
    index('devices_user').on(table.userId),
    index('devices_age').on(table.lastSeenAt),
  ],
);

/** Log-in failures, as leaky buckets: a key's bucket is empty again at `drained_at`. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    drainedAt: instant('drained_at').notNull(),
  },
  (table) => [index('attempts_drained').on(table.drainedAt)],
);
