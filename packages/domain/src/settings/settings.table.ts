import { json, recordColumns } from '../db/columns.ts';
import { check, integer, pgTable, sql, text } from '../db/drizzle.ts';
import { type Settings, settingsId } from './settings.schema.ts';

/** One row, which the migration makes and nothing removes. */
export const settings = pgTable(
  'settings',
  {
    ...recordColumns(),
    name: text('name').notNull().default(''),
    address: text('address').notNull().default(''),
    phoneNumber: text('phone_number').notNull().default(''),
    currency: text('currency'),
    weekend: json<number[]>('weekend').notNull().default([]),
    dayMinutes: integer('day_minutes').notNull().default(480),
    staleAfterMonths: integer('stale_after_months').notNull().default(6),
    /** Who may do nothing but enrol until they have a second factor. */
    requireSecondFactor: json<Settings['requireSecondFactor']>('require_second_factor').notNull().default([]),
    language: text('language').$type<Settings['language']>().notNull().default('en'),
  },
  (table) => [
    check('settings_single', sql`${table.id} = ${sql.raw(`'${settingsId}'`)} and ${table.deletedAt} is null`),
    check(
      'settings_bounds',
      sql`${table.dayMinutes} between 1 and 1440 and ${table.staleAfterMonths} between 1 and 120`,
    ),
  ],
);
