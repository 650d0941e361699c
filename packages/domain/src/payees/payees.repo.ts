import { v7 } from 'uuid';
import { type Database, perDatabase } from '../db/client.ts';
import { creating, type Once } from '../db/creating.ts';
import { and, asc, eq, isNull, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import {
  asSeen,
  changed,
  contains,
  listings,
  orKept,
  position,
  refuseChange,
  removed,
  sent,
  toPage,
  type Versions,
  versionsOf,
} from '../db/statements.ts';
import { notFound } from '../errors.ts';
import type { Page } from '../values/paging.ts';
import type { Payee, PayeeChanges, PayeeCreate, PayeeQuery } from './payees.schema.ts';
import { payees } from './payees.table.ts';

const columns = {
  _id: payees.id,
  name: payees.name,
  email: payees.email,
  phoneNumber: payees.phoneNumber,
  extraNotes: payees.extraNotes,
  createdAt: payees.createdAt,
  updatedAt: payees.updatedAt,
  version: payees.version,
};
const fields = ['name', 'email', 'phoneNumber', 'extraNotes'] as const;

const identifier = { _id: payees.id };

const { placeholder } = sql;
const seen = asSeen(payees.version);
const live = isNull(payees.deletedAt);
const named = and(eq(payees.id, placeholder('id')), live);
const order = sql`${payees.nameKey} collate "C"`;

const filters = {
  search: contains(payees.searchKey),
  after: sql`(${order}, ${payees.id}) > (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};

const statements = perDatabase((db) => ({
  get: prepared(db, columns, db.select(columns).from(payees).where(named)),
  create: creating(
    db,
    'payees',
    columns,
    db
      .insert(payees)
      .values({
        id: placeholder('id'),
        name: placeholder('name'),
        email: placeholder('email'),
        phoneNumber: placeholder('phoneNumber'),
        extraNotes: placeholder('extraNotes'),
        changedBy: placeholder('actor'),
      })
      .returning(columns),
  ),
  update: prepared(
    db,
    columns,
    db
      .update(payees)
      .set({
        name: orKept('name', payees.name),
        email: orKept('email', payees.email),
        phoneNumber: orKept('phoneNumber', payees.phoneNumber),
        extraNotes: orKept('extraNotes', payees.extraNotes),
        ...changed,
      })
      .where(and(named, seen))
      .returning(columns),
  ),
  remove: prepared(
    db,
    identifier,
    db.update(payees).set(removed).where(and(named, seen)).returning(identifier),
  ),
}));

const listedColumns = { ...columns, nameKey: payees.nameKey };
const listed = listings('payees_list', filters, (db, where) =>
  prepared(
    db,
    listedColumns,
    db
      .select(listedColumns)
      .from(payees)
      .where(and(live, ...where))
      .orderBy(asc(order), asc(payees.id))
      .limit(placeholder('limit')),
  ),
);

/** By name. @throws VALIDATION for a cursor of another list */
export async function list(db: Database, { limit = 1000, cursor, search }: PayeeQuery): Promise<Page<Payee>> {
  const at = position(cursor, () => true);
  const rows = await listed(db, { search: search || undefined, ...at, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.nameKey,
    ({ nameKey: _, ...payee }) => payee,
  );
}

/** @throws NOT_FOUND */
export async function get(db: Database, id: string): Promise<Payee> {
  const [payee] = await statements(db).get.execute({ id });
  if (!payee) throw notFound('payee');
  return payee;
}

export async function create(db: Database, actor: string, payee: PayeeCreate, once?: Once): Promise<Payee> {
  return statements(db).create({ ...payee, id: v7(), actor }, once);
}

/** Only the fields sent change. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function update(
  db: Database,
  actor: string,
  id: string,
  changes: PayeeChanges,
  versions?: Versions,
): Promise<Payee> {
  const [payee] = await statements(db).update.execute({
    ...sent(fields, changes),
    ...versionsOf(versions),
    id,
    actor,
  });
  if (!payee) return refuseChange(() => get(db, id));
  return payee;
}

/** Cheques keep the payee's id and name. @throws NOT_FOUND */
export async function remove(
  db: Database,
  actor: string,
  id: string,
  versions?: Versions,
): Promise<{ _id: string }> {
  const [payee] = await statements(db).remove.execute({ ...versionsOf(versions), id, actor });
  if (!payee) return refuseChange(() => get(db, id));
  return payee;
}
