import type { SQL } from 'drizzle-orm';
import * as closings from '../closings/closings.repo.ts';
import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { newId } from '../db/new-id.ts';
import type { Scope } from '../db/scope.ts';
import { execute } from '../db/statement.ts';
import type { ImportKind } from '../resources.ts';
import { type ClosingKind, closedWith } from '../resources.ts';
import { fold } from '../values/fold.ts';
import { issueAt } from '../values/issues.ts';
import { noRecord, withoutTrailingZeros } from '../values/scalars.ts';
import { usernameKey } from '../values/text.ts';
import { today } from '../values/zones.ts';
import type { ImportRow } from './imports.schema.ts';
import type { Named, Preview, PreviewRow } from './preview.ts';

/** What a row would create: the body of its creation. */
export type NewRecord = Readonly<Record<string, unknown>>;

/** What two records that are the same have in common: the columns and their SQL types, `?` for one that may be null, and what of a record is compared. */
interface Identity {
  readonly table: string;
  readonly columns: Readonly<Record<string, string>>;
  readonly keyOf: (record: NewRecord) => Readonly<Record<string, unknown>>;
}

const same =
  (...fields: string[]) =>
  (record: NewRecord) =>
    Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));

const identities: Readonly<Record<ImportKind, Identity>> = {
  payees: {
    table: 'payees',
    columns: { name: 'name_key:text' },
    keyOf: ({ name }) => ({ name: fold(String(name)) }),
  },
  bills: {
    table: 'bills',
    columns: { date: 'date:date', value: 'value:numeric', description: 'description:text' },
    keyOf: same('date', 'value', 'description'),
  },
  cheques: {
    table: 'cheques',
    columns: { serial: 'serial:text', account: 'account_id:uuid?' },
    keyOf: same('serial', 'account'),
  },
  logs: {
    table: 'logs',
    columns: { worker: 'worker_id:uuid', date: 'date:date', startingTime: 'starting_time:time?' },
    keyOf: same('worker', 'date', 'startingTime'),
  },
  payEntries: {
    table: 'payEntries',
    columns: { worker: 'worker_id:uuid', date: 'date:date', kind: 'kind:text', amount: 'amount:numeric' },
    keyOf: same('worker', 'date', 'kind', 'amount'),
  },
  rates: {
    table: 'rates',
    columns: { worker: 'worker_id:uuid', from: 'from:date' },
    keyOf: same('worker', 'from'),
  },
  users: {
    table: 'users',
    columns: { username: 'username_key:text' },
    keyOf: ({ username }) => ({ username: usernameKey(String(username)) }),
  },
};

/**
 * The records that are there already, by the number of the item that is the same.
 * @param items of one kind, by their numbers
 */
export async function existing(
  db: Database,
  kind: ImportKind,
  items: readonly (readonly [number: number, record: NewRecord])[],
): Promise<ReadonlyMap<number, string>> {
  const { table, columns, keyOf } = identities[kind];
  const parts = Object.entries(columns).map(([field, column]) => {
    const [name = '', type = ''] = column.split(':');
    return {
      field: sql.identifier(field),
      name: sql.identifier(name),
      type: sql.raw(type.replace('?', '')),
      mayBeNull: type.endsWith('?'),
    };
  });
  const fields = sql.join(
    parts.map(({ field, type }) => sql`${field} ${type}`),
    sql`, `,
  );
  // What is not distinct from null no index finds.
  const isSame = sql.join(
    parts.map(({ field, name, mayBeNull }) =>
      mayBeNull ? sql`r.${name} is not distinct from item.${field}` : sql`r.${name} = item.${field}`,
    ),
    sql` and `,
  );
  const values = JSON.stringify(items.map(([number, record]) => ({ number, ...keyOf(record) })));
  const rows = await execute<{ number: number; id: string }>(
    db,
    sql`select number, found.id from jsonb_to_recordset(${values}::jsonb) as item(number integer, ${fields}),
      lateral (select id from ${sql.identifier(table)} as r where r.deleted_at is null and ${isSame} limit 1) as found`,
  );
  return new Map(rows.map(({ number, id }) => [number, id]));
}

/** The same for the rows of one file: `5.50` is `5.5`. */
const keyIn = (kind: ImportKind, record: NewRecord) =>
  JSON.stringify(
    Object.entries(identities[kind].keyOf(record)).map(([field, value]) =>
      field === 'value' || field === 'amount' ? withoutTrailingZeros(String(value)) : value,
    ),
  );

/** By a name that is folded, or an identifier: the records that have it. */
type Found = ReadonlyMap<string, readonly string[]>;

const namesOf = (rows: readonly PreviewRow[], field: string) =>
  rows.flatMap(({ named }) => named[field] ?? []);

/** Where names stand, and by which further names a record is known. */
const named = {
  worker: { table: 'users', name: sql`name_key`, alsoKnownAs: sql`username_key` },
  payee: { table: 'payees', name: sql`name_key`, alsoKnownAs: undefined },
  account: { table: 'bankAccounts', name: sql`fold(name)`, alsoKnownAs: undefined },
} as const;
type Reference = keyof typeof named;

async function find(db: Database, field: Reference, all: readonly Named[]): Promise<Found> {
  if (all.length === 0) return new Map();
  const { table, name, alsoKnownAs } = named[field];
  const json = (values: readonly string[]) =>
    sql`array(select jsonb_array_elements_text(${JSON.stringify([...new Set(values)])}::jsonb))`;
  const ids = all.map(({ id }) => id).filter((id) => id !== noRecord);
  const keyed = (key: SQL, values: readonly string[]) =>
    sql`select id, ${key}::text as key from ${sql.identifier(table)} where deleted_at is null and ${key}::text = any(${json(values)})`;
  const rows = await execute<{ id: string; key: string }>(
    db,
    sql.join(
      [
        keyed(
          name,
          all.map((one) => fold(one.name)),
        ),
        keyed(sql`id`, ids),
        ...(alsoKnownAs
          ? [
              keyed(
                alsoKnownAs,
                all.map((one) => usernameKey(one.name)),
              ),
            ]
          : []),
      ],
      sql` union `,
    ),
  );
  const found = new Map<string, string[]>();
  for (const { id, key } of rows) found.set(key, [...(found.get(key) ?? []), id]);
  return found;
}

interface Times {
  readonly startingTime: string;
  readonly finishingTime: string;
  readonly breakMinutes: number;
}

interface Mark {
  readonly row: number;
  readonly worker: unknown;
  readonly date: unknown;
}

/** The times and the break of each worker's latest presence in the 31 days before a day, as elsewhere, by row. */
async function usualTimes(db: Database, marks: readonly Mark[]): Promise<ReadonlyMap<number, Times>> {
  if (marks.length === 0) return new Map();
  const rows = await execute<Times & { row: number }>(
    db,
    sql`select row, to_char(starting_time, 'HH24:MI') as "startingTime", to_char(finishing_time, 'HH24:MI') as "finishingTime",
        break_minutes as "breakMinutes"
      from jsonb_to_recordset(${JSON.stringify(marks)}::jsonb) as asked(row integer, worker uuid, date date),
      lateral (select * from logs where worker_id = worker and deleted_at is null and not is_absent
        and logs.date between asked.date - 31 and asked.date - 1 order by logs.date desc, id desc limit 1) as latest`,
  );
  return new Map(rows.map(({ row, ...times }) => [row, times]));
}

/** The field by whose day a closing decides. */
export const dayFields: Readonly<Partial<Record<ImportKind, string>>> = {
  logs: 'date',
  bills: 'date',
  payEntries: 'date',
  cheques: 'dueDate',
};

export interface Matched {
  readonly rows: readonly ImportRow[];
  /** What the rows without faults would create, by their numbers. */
  readonly records: readonly (readonly [row: number, record: NewRecord])[];
  /** Payees that are not known, by the names in the file. */
  readonly payees: readonly { readonly _id: string; readonly name: string }[];
}

/**
 * Judges rows by what there is: names that are not known, or are those of several records; duplicates, of a record or of an
 * earlier row; days that are closed.
 * @param newPayees whether payees that are not known are created too
 */
export async function match(
  scope: Scope,
  kind: ImportKind,
  { rows }: Preview,
  newPayees: boolean,
): Promise<Matched> {
  const { db } = scope;
  const lookUp = (field: Reference) => find(db, field, namesOf(rows, field));
  const [worker, payee, account, { current }] = await Promise.all([
    lookUp('worker'),
    lookUp('payee'),
    lookUp('account'),
    closings.get(scope),
  ]);
  const found: Readonly<Record<string, Found>> = { worker, payee, account };
  const payees = new Map<string, { readonly _id: string; readonly name: string }>();
  const through =
    kind in closedWith ? current[closedWith[kind as keyof typeof closedWith] as ClosingKind] : null;
  const on = today(scope.businessTimeZone);

  const resolved = rows.map((row): PreviewRow => {
    const issues = [...row.issues];
    const references = Object.entries(row.named).map(([field, { name, id }]) => {
      const known =
        found[field]?.get(id) ?? found[field]?.get(fold(name)) ?? found[field]?.get(usernameKey(name)) ?? [];
      if (known.length > 1) issues.push(issueAt([field], 'several_named'));
      if (known.length > 0) return [field, known[0]];
      if (field === 'payee' && name !== '') {
        const made = payees.get(fold(name)) ?? { _id: newId(), name };
        payees.set(fold(name), made);
        if (newPayees) return [field, made._id];
      }
      issues.push(issueAt([field], 'unknown_name', { suggestion: null }));
      return [field, noRecord];
    });
    const record = row.record && { ...row.record, ...Object.fromEntries(references) };
    const day = record?.[dayFields[kind] ?? ''];
    if (through && typeof day === 'string' && day <= through)
      issues.push(issueAt([dayFields[kind] ?? ''], 'period_closed', { through }));
    if (record && String(record.statusDate ?? '') > on)
      issues.push(issueAt(['statusDate'], 'in_future', { today: on }));
    return { ...row, issues, ...(record && { record }) };
  });

  const ofMarks = resolved.flatMap(({ row, isUsual, record }) =>
    isUsual && record ? [{ row, worker: record.worker, date: record.date }] : [],
  );
  const usual = await usualTimes(db, ofMarks);
  const timed = resolved.map((row): PreviewRow => {
    const times = row.isUsual && usual.get(row.row);
    if (!times) return row;
    const { startingTime, finishingTime, breakMinutes } = times;
    const values = { ...row.values, startingTime, finishingTime, breakMinutes: String(breakMinutes) };
    return { ...row, values, record: { ...row.record, ...times } };
  });

  const sound = timed.flatMap(({ row, record, issues }) =>
    record && issues.length === 0 ? [[row, record] as const] : [],
  );
  const there = await existing(db, kind, sound);
  const first = new Map<string, number>();
  const answered = timed.map(({ row, values, record, issues }): ImportRow => {
    if (!record || issues.length > 0)
      return { row, result: 'error', values, issues: issues as ImportRow['issues'] };
    const key = keyIn(kind, record);
    const duplicateOf = first.get(key);
    if (duplicateOf === undefined) first.set(key, row);
    const id = there.get(row);
    if (id === undefined && duplicateOf === undefined) return { row, result: 'create', values };
    return { row, result: 'duplicate', values, ...(id === undefined ? { duplicateOf } : { record: id }) };
  });
  return { rows: answered, records: sound, payees: [...payees.values()] };
}
