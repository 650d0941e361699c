import { crud } from '../db/crud.ts';
import { and, asc, isNull, sql } from '../db/drizzle.ts';
import { contains } from '../db/filters.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build } from '../db/statement.ts';
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
const { name, email, phoneNumber, extraNotes } = payees;
const fields = { name, email, phoneNumber, extraNotes };

const { placeholder } = sql;
const live = isNull(payees.deletedAt);
const order = sql`${payees.nameKey} collate "C"`;

const filters = {
  search: contains(payees.searchKey),
  after: sql`(${order}, ${payees.id}) > (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};

const listedColumns = { ...columns, nameKey: payees.nameKey };
const listed = pages(filters, listedColumns, (where) =>
  build
    .select(listedColumns)
    .from(payees)
    .where(and(live, ...where))
    .orderBy(asc(order), asc(payees.id))
    .limit(placeholder('limit')),
);

/** By name. @throws VALIDATION for a cursor of another list */
export async function list(
  { db }: Scope,
  { limit = 1000, cursor, search }: PayeeQuery,
): Promise<Page<Payee>> {
  const at = position(cursor, () => true);
  const rows = await listed(db, { search: search || undefined, ...at, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.nameKey,
    ({ nameKey: _, ...payee }) => payee,
  );
}

/** Of a payee that is deleted, cheques keep the id and the name. */
export const { get, create, update, remove } = crud<Payee, PayeeCreate, PayeeChanges>({
  name: 'payee',
  table: payees,
  columns,
  fields,
});
