import type { Role } from '../access.ts';
import { foldedText, instant, recordColumns } from '../db/columns.ts';
import { boolean, check, index, integer, jsonb, pgTable, sql, text, uniqueIndex } from '../db/drizzle.ts';
import type { Preferences } from './users.schema.ts';

export const users = pgTable(
  'users',
  {
    ...recordColumns(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    fullName: text('full_name').notNull().generatedAlwaysAs(sql.raw(`first_name || ' ' || last_name`)),
    nameKey: foldedText('name_key', `first_name || ' ' || last_name`),
    username: text('username').notNull(),
    usernameKey: text('username_key').notNull(),
    email: text('email').notNull(),
    phoneNumber: text('phone_number').notNull(),
    accessLevel: text('access_level').$type<Role>().notNull(),
    active: boolean('active').notNull().default(true),
    passwordHash: text('password_hash').notNull(),
    passwordChangedAt: instant('password_changed_at').notNull().default(sql`now()`),
    /** Raised to end the account's sessions, also one that is just being opened: each bears the number it began with. */
    sessionEpoch: integer('session_epoch').notNull().default(0),
    /** SHA-256 of the token of the log-in link, which counts while the account's sessions do, until that time. */
    logInLinkHash: text('log_in_link_hash'),
    logInLinkEpoch: integer('log_in_link_epoch'),
    logInLinkUntil: instant('log_in_link_until'),
    /** When the account's recovery codes were made. */
    recoveryCodesAt: instant('recovery_codes_at'),
    preferences: jsonb('preferences').$type<Preferences>().notNull(),
    /** Of a person whose data was erased, who is called by it; such a row never changes again. */
    formerNumber: integer('former_number'),
  },
  (table) => [
    uniqueIndex('users_username_key').on(table.usernameKey).where(sql`${table.deletedAt} is null`),
    index('users_name_order')
      .on(sql`${table.nameKey} collate "C"`, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('users_name_search').using('gin', sql`${table.fullName} gin_trgm_ops`),
    uniqueIndex('users_log_in_link').on(table.logInLinkHash).where(sql`${table.logInLinkHash} is not null`),
    uniqueIndex('users_former_number').on(table.formerNumber).where(sql`${table.formerNumber} is not null`),
    check('users_access_level', sql`${table.accessLevel} in ('User', 'Supervisor', 'Administrator')`),
  ],
);

/** What a list shows of an account. */
export const summaryColumns = {
  _id: users.id,
  username: users.username,
  email: users.email,
  phoneNumber: users.phoneNumber,
  accessLevel: users.accessLevel,
  active: users.active,
  fullName: users.fullName,
};
