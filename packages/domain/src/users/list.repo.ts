import type { SQL } from 'drizzle-orm';
import { type Database, isSingleThreaded, perDatabase } from '../db/client.ts';
import { and, asc, isNull, sql } from '../db/drizzle.ts';
import { databaseFailure } from '../db/failures.ts';
import { prepared } from '../db/prepared.ts';
import { listings, position, toPage } from '../db/statements.ts';
import { invalid } from '../errors.ts';
import type { Page } from '../values/paging.ts';
import { PatternError, searchPattern } from './pattern.ts';
import type { UserQuery, UserSummary } from './users.schema.ts';
import { summaryColumns, users } from './users.table.ts';

const { placeholder } = sql;
const order = sql`${users.nameKey} collate "C"`;
const columns = { ...summaryColumns, nameKey: users.nameKey };
type Row = UserSummary & { readonly nameKey: string };

const filters = {
  active: sql`${users.active} = ${placeholder('active')}`,
  role: sql`${users.accessLevel} = ${placeholder('role')}`,
  after: sql`(${order}, ${users.id}) > (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};

const select = (db: Database, where: SQL[]) =>
  db
    .select(columns)
    .from(users)
    .where(and(isNull(users.deletedAt), ...where))
    .orderBy(asc(order), asc(users.id))
    .limit(placeholder('limit'));

const search = sql`${users.fullName} ~* ${placeholder('search')}`;
const listed = listings('users_list', { ...filters, search }, (db, where) =>
  prepared<Row>(db, columns, select(db, where)),
);

const complete = 10_000;

const refused = (reason: string) => invalid('INVALID_SEARCH', 'search', reason);
const tooSlow = () => refused('This pattern takes too long: make it more specific.');

/** For each row that a list without the pattern has, whether it matches. */
const scanned = listings('users_scan', filters, (db, where) => {
  const rows = select(db, where).as('rows');
  const matches = sql<boolean>`${rows.fullName} ~* ${placeholder('search')}`.as('matches');
  const selected = { ...rows._.selectedFields, matches };
  return prepared<Row & { matches: boolean }>(db, { ...columns, matches }, db.select(selected).from(rows));
});

/** Milliseconds: what one statement should take of everybody's time, and a whole search. */
const turn = 10;
const patience = 4000;

/** The search that has its turn. */
const turns = perDatabase((): { last: Promise<unknown> } => ({ last: Promise.resolve() }));

/** A search that looks at some rows, lets others have their turns, and looks at the next. */
async function searchInTurns(db: Database, values: Record<string, unknown>, most: number): Promise<Row[]> {
  const found: Row[] = [];
  const until = performance.now() + patience;
  let after = {};
  let took = 0;
  for (let limit = 25; ; limit = took > turn ? Math.ceil(limit / 2) : Math.min(2 * limit, complete)) {
    const rows = turns(db).last.then(async () => {
      const began = performance.now();
      const looked = await scanned(db, { ...values, ...after, limit });
      took = performance.now() - began;
      return looked;
    });
    turns(db).last = rows.catch(() => {});
    for (const { matches, ...row } of await rows) if (matches) found.push(row);
    const last = (await rows)[limit - 1];
    if (!last || found.length >= most) return found.slice(0, most);
    if (performance.now() > until) throw tooSlow();
    after = { after: true, afterKey: last.nameKey, afterId: last._id };
  }
}

/** Plain words are found in an index. */
const plain = /^[\p{L}\p{N} ]*$/u;

/** @throws INVALID_SEARCH with the reason: the pattern itself, what PostgreSQL says of it, or the time it takes. */
async function searched(
  db: Database,
  pattern: string,
  filter: Record<string, unknown>,
  most: number,
): Promise<Row[]> {
  try {
    const values = { ...filter, search: searchPattern(pattern) };
    return isSingleThreaded(db) && !plain.test(pattern)
      ? await searchInTurns(db, values, most)
      : await listed(db, { ...values, limit: most });
  } catch (error) {
    if (error instanceof PatternError) throw refused(error.message);
    const { code, message = '' } = databaseFailure(error) ?? {};
    // A limit that is reached while the pattern is being prepared comes as 2201B too.
    if (code === '57014' || (code === '2201B' && message.endsWith('operation cancelled'))) throw tooSlow();
    if (code === '2201B') throw refused('This is not a valid regular expression of PostgreSQL.');
    throw error;
  }
}

/**
 * By name; all of them where no limit is given.
 * @throws INVALID_SEARCH, VALIDATION for a cursor of another list, TOO_MANY_RESULTS over 10 000 rows without a limit
 */
export async function list(
  db: Database,
  { limit, cursor, search, ...filter }: UserQuery,
): Promise<Page<UserSummary>> {
  const most = limit ?? complete;
  const values = { ...filter, ...position(cursor, () => true) };
  const rows = search
    ? await searched(db, search, values, most + 1)
    : await listed(db, { ...values, limit: most + 1 });
  if (limit === undefined && rows.length > most)
    throw invalid(
      'TOO_MANY_RESULTS',
      'limit',
      'There are more than 10000 results: send limit and follow the pages.',
    );
  return toPage(
    rows,
    most,
    (row) => row.nameKey,
    ({ nameKey: _, ...user }) => user,
  );
}
