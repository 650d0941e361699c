import type { SQL } from 'drizzle-orm';
import type { Database } from '../db/client.ts';
import { and, asc, isNull, sql } from '../db/drizzle.ts';
import { databaseFailure } from '../db/failures.ts';
import { contains, filterValues, oneOf, searchValues } from '../db/filters.ts';
import { pages, position, type Rows, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build } from '../db/statement.ts';
import { invalid } from '../errors.ts';
import type { Page } from '../values/paging.ts';
import { invalidSearch, searchPattern } from './pattern.ts';
import type { UserQuery, UserSummary } from './users.schema.ts';
import { summaryColumns, users } from './users.table.ts';

const { placeholder } = sql;
const order = sql`${users.nameKey} collate "C"`;
const columns = { ...summaryColumns, nameKey: users.nameKey };
type Row = UserSummary & { readonly nameKey: string };

const filters = {
  ids: oneOf(users.id, 'ids'),
  active: sql`${users.active} = ${placeholder('active')}`,
  name: contains(users.nameKey, 'name'),
  role: sql`${users.accessLevel} = ${placeholder('role')}`,
  after: sql`(${order}, ${users.id}) > (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};

const selectWhere = (where: SQL[]) =>
  build
    .select(columns)
    .from(users)
    .where(and(isNull(users.deletedAt), ...where))
    .orderBy(asc(order), asc(users.id))
    .limit(placeholder('limit'));

const search = sql`${users.fullName} ~* ${placeholder('pattern')}`;
/**
 * A page of a search may end early, so which index is best depends on the pattern: it is planned for it. A search for all
 * is not, and takes a quarter of the time where there are 1000 users.
 */
const selectPage = pages({ ...filters, search, searchForAll: search }, columns, selectWhere);

const MAX_RESULTS = 10_000;

const tooSlow = () => invalidSearch('pattern_too_slow');

/** @throws INVALID_SEARCH with the reason: the pattern itself, what PostgreSQL says of it, or the time it takes. */
async function searchPage(
  db: Database,
  source: string,
  filter: Record<string, unknown>,
  limit: number | undefined,
): Promise<Rows<Row>> {
  try {
    const values = { ...filter, pattern: searchPattern(source) };
    const maxRows = (limit ?? MAX_RESULTS) + 1;
    return await selectPage(db, { ...values, [limit ? 'search' : 'searchForAll']: true, limit: maxRows });
  } catch (error) {
    const { code, message = '' } = databaseFailure(error) ?? {};
    // A limit that is reached while the pattern is being prepared comes as 2201B too.
    if (code === '57014' || (code === '2201B' && message.endsWith('operation cancelled'))) throw tooSlow();
    if (code === '2201B') throw invalidSearch('pattern_invalid');
    throw error;
  }
}

/**
 * By name; all of them where no limit is given.
 * @throws INVALID_SEARCH, VALIDATION for a cursor of another list, TOO_MANY_RESULTS over 10 000 rows without a limit
 */
export async function list(
  { db }: Scope,
  { limit, cursor, search, name, ...filter }: UserQuery,
): Promise<Page<UserSummary>> {
  const maxRows = limit ?? MAX_RESULTS;
  const values = { ...filterValues(filter), ...searchValues(name, 'name'), ...position(cursor, () => true) };
  const found = search
    ? await searchPage(db, search, values, limit)
    : await selectPage(db, { ...values, limit: maxRows + 1 });
  if (limit === undefined && found.rows.length > Math.min(maxRows, found.fitting))
    throw invalid('TOO_MANY_RESULTS', ['limit'], 'too_many_results', { max: MAX_RESULTS });
  return toPage(
    found,
    maxRows,
    (row) => row.nameKey,
    ({ nameKey: _, ...user }) => user,
  );
}
