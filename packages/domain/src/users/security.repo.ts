import { and, asc, isNull, sql } from '../db/drizzle.ts';
import { filterValues, oneOf } from '../db/filters.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build } from '../db/statement.ts';
import type { UserSecurity, UserSecurityQuery } from '../factors/factors.schema.ts';
import { isUsable } from '../factors/factors.table.ts';
import { isAlive } from '../sessions/sessions.repo.ts';
import type { Page } from '../values/paging.ts';
import { users } from './users.table.ts';

const { placeholder } = sql;

const securityColumns = {
  _id: users.id,
  nameKey: users.nameKey,
  factors: sql<number>`(select count(*)::integer from factors where user_id = users.id and ${isUsable})`,
  recoveryCodesLeft: sql<number>`(select count(*)::integer from recovery_codes where user_id = users.id)`,
  sessions: sql<number>`(select count(*)::integer from sessions where ${isAlive})`,
  tokens: sql<number>`(select count(*)::integer from tokens where user_id = users.id and tokens.deleted_at is null
    and expires_at > now() and users.active)`,
  // Sessions end, devices are remembered for a year.
  lastLogInAt: sql<
    string | null
  >`to_char(greatest((select max(created_at) from sessions where user_id = users.id),
    (select max(last_seen_at) from devices where user_id = users.id)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
};
const order = sql`${users.nameKey} collate "C"`;
const filters = {
  ids: oneOf(users.id, 'ids'),
  after: sql`(${order}, ${users.id}) > (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};
const selectSecurity = pages<UserSecurity & { readonly nameKey: string }>(filters, securityColumns, (where) =>
  build
    .select(securityColumns)
    .from(users)
    .where(and(isNull(users.deletedAt), ...where))
    .orderBy(asc(order), asc(users.id))
    .limit(placeholder('limit')),
);

/** Who has a second factor, sessions and tokens, by name. @throws VALIDATION for a cursor of another list */
export async function list(
  { db }: Scope,
  { limit = 100, cursor, ...filter }: UserSecurityQuery,
): Promise<Page<UserSecurity>> {
  const values = { ...filterValues(filter), ...position(cursor, () => true), limit: limit + 1 };
  return toPage(
    await selectSecurity(db, values),
    limit,
    (row) => row.nameKey,
    ({ nameKey: _, ...one }) => one,
  );
}
