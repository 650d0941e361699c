import type { SQL } from 'drizzle-orm';
import { Column, customType, integer, is, sql, text, timestamp, uuid } from './drizzle.ts';

/** `HH:MM`; PostgreSQL answers seconds too. */
export const clock = customType<{ data: string; driverData: string }>({
  dataType: () => 'time',
  fromDriver: (value) => value.slice(0, 5),
});

/**
 * ISO 8601 in UTC with milliseconds. A connection in UTC answers `2026-11-20 12:00:00.12+00`, which only needs another
 * spelling; reading any other offset as a date costs thirty times as much.
 */
const toIso = (value: string): string =>
  value.endsWith('+00') && value[10] === ' ' && value.length >= 22
    ? `${value.slice(0, 10)}T${value.slice(11, -3)}${'.000'.slice(value.length - 22)}Z`
    : new Date(value).toISOString();

/** The last value that was spelled: in most records both instants are the same, and in many also those of the next record. */
const last = { value: '', iso: '' };

function isoInstant(value: string): string {
  if (value !== last.value) {
    last.iso = toIso(value);
    last.value = value;
  }
  return last.iso;
}

export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: isoInstant,
});

/** The number of a transaction. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' });

export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** JSON, read by the driver. It is written as text: a placeholder needs a cast. */
export const json = <Value>(name: string) =>
  customType<{ data: Value }>({ dataType: () => 'jsonb', toDriver: (value) => JSON.stringify(value) })(name);

/** What every record has. `changedBy` is the "who" of the journal: each writing statement sets it. */
export const recordColumns = () => ({
  id: uuid('id').primaryKey(),
  createdAt: instant('created_at').notNull().default(sql`now()`),
  updatedAt: instant('updated_at').notNull().default(sql`now()`),
  version: integer('version').notNull().default(1),
  changedBy: uuid('changed_by'),
  deletedAt: timestamp('deleted_at', { withTimezone: true, mode: 'string' }),
});

/** How many attachments a record has; a trigger of theirs counts them (functions/attachments.sql). */
export const attachmentsColumn = () => ({ attachments: integer('attachments').notNull().default(0) });

/** Several texts as one, in lower case without diacritics, kept by the database for searching and sorting. */
export const foldedText = (name: string, source: string) =>
  text(name)
    .notNull()
    .generatedAlwaysAs(sql.raw(`fold(${source})`));

const types = new WeakMap<object, string>();

/** An expression among the columns of an answer, of this SQL type; it may be answered again to the same Idempotency-Key. */
export function typed<T>(type: 'boolean' | 'integer' | 'jsonb', expression: SQL): SQL<T> {
  types.set(expression, type);
  return expression as SQL<T>;
}

/** SQL's own type of a column of an answer; text unless it says otherwise. */
export const typeOf = (column: unknown): string =>
  is(column, Column) ? column.getSQLType() : (types.get(column as object) ?? 'text');
