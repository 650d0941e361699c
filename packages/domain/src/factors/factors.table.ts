import { instant, json, recordColumns } from '../db/columns.ts';
import { bigint, check, index, pgTable, primaryKey, sql, text, uniqueIndex, uuid } from '../db/drizzle.ts';
import { users } from '../users/users.table.ts';

/**
 * What proves who somebody is besides the password: authenticator apps (`totp`) and passkeys. A person makes 50 credentials in a
 * day; passkeys end with the account and with a password that somebody else sets: functions/credentials.sql.
 */
export const factors = pgTable(
  'factors',
  {
    ...recordColumns(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<'totp' | 'passkey'>().notNull(),
    name: text('name').notNull(),
    /** Null: it does not count yet. */
    confirmedAt: instant('confirmed_at'),
    lastUsedAt: instant('last_used_at'),
    /** Of an authenticator app: encrypted (`seal` of the service's secrets), and the last time step whose code was used. */
    secret: text('secret'),
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Of a passkey, binary values as base64url. */
    credentialId: text('credential_id'),
    publicKey: text('public_key'),
    counter: bigint('counter', { mode: 'number' }),
    transports: json<string[]>('transports'),
  },
  (table) => [
    uniqueIndex('factors_credential').on(table.credentialId).where(sql`${table.deletedAt} is null`),
    index('factors_user').on(table.userId, table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index('factors_made').on(table.userId, table.createdAt),
    check('factors_kind', sql`${table.kind} in ('totp', 'passkey')`),
  ],
);

/** Codes that replace a lost factor, each once: a code that was used is removed. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the code, which has 128 random bits. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ name: 'recovery_codes_pkey', columns: [table.userId, table.hash] })],
);

/** That a factor can be used: it is confirmed, as a passkey is from the beginning, and not removed. */
export const isUsable = sql`factors.deleted_at is null and factors.confirmed_at is not null`;
