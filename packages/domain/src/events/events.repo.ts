import type { Principal } from '../access.ts';
import { calendars } from '../calendars/calendars.table.ts';
import type { Database } from '../db/client.ts';
import { and, asc, eq, sql } from '../db/drizzle.ts';
import type { Scope } from '../db/scope.ts';
import { build, statement } from '../db/statement.ts';
import { invalid } from '../errors.ts';
import { factors } from '../factors/factors.table.ts';
import { identities } from '../identities/identities.table.ts';
import { journal } from '../journal/journal.table.ts';
import { type JournalKind, journalKinds, mayRead } from '../journal/kinds.ts';
import { logs } from '../logs/logs.table.ts';
import { payEntries } from '../pay-entries/pay-entries.table.ts';
import { settlements } from '../settlements/settlements.table.ts';
import { tokens } from '../tokens/tokens.table.ts';
import { users } from '../users/users.table.ts';
import type { Event, EventPage, EventQuery } from './events.schema.ts';
import { eventState, events } from './events.table.ts';

const { placeholder } = sql;

/** Positions given, and looked at, for one response: so a reader who may see little has bounded work too. */
const MAX_POSITIONS = 10_000;
const DEFAULT_LIMIT = 1000;

const givePositions = statement(
  { given: sql<number>`given` },
  () => sql`select given from give_positions(${sql.raw(String(MAX_POSITIONS))})`,
);

const stateColumns = { last: eventState.last, purged: eventState.purged };
const selectState = statement(stateColumns, () => build.select(stateColumns).from(eventState));

const owners = {
  logs: logs.workerId,
  payEntries: payEntries.workerId,
  settlements: settlements.workerId,
  tokens: tokens.userId,
  calendars: calendars.userId,
  factors: factors.userId,
  identities: identities.userId,
};
/** Whose record it is, and was before the change. */
const ownersOfEach = sql.join(
  Object.entries(owners).map(
    ([kind, owner]) => sql`when ${sql.raw(`'${kind}'`)} then array[
      ${journal.before} ->> ${sql.raw(`'${owner.name}'`)},
      (select ${owner}::text from ${owner.table} where id = ${journal.recordId})
    ]`,
  ),
  sql` `,
);
const ownersOf = sql`case ${journal.kind} when 'users' then array[${journal.recordId}::text] ${ownersOfEach} end`;
const isListed = (name: string) => sql`${journal.kind} = any(string_to_array(${placeholder(name)}, ','))`;

const columns = {
  position: events.position,
  kind: journal.kind,
  record: journal.recordId,
  action: journal.action,
  version: journal.version,
  at: journal.at,
  actor: journal.actorId,
  actorName: sql<string>`coalesce(${users.fullName}, '')`,
};
const selectFrom = (selection: typeof columns) =>
  build
    .select(selection)
    .from(events)
    .innerJoin(journal, eq(journal.id, events.entry))
    .leftJoin(users, eq(users.id, journal.actorId))
    .orderBy(asc(events.position))
    .limit(placeholder('limit'))
    .$dynamic();
const isAfter = sql`${events.position} > ${placeholder('after')} and ${events.position} <= ${placeholder('until')}`;
const selectVisible = statement<Event>(columns, () =>
  selectFrom(columns).where(
    and(
      isAfter,
      sql`(${isListed('kinds')} or ${isListed('ownKinds')} and ${placeholder('actor')}::text = any(${ownersOf}))`,
    ),
  ),
);
const columnsOfAll = { ...columns, owners: sql<string | null>`array_to_string(${ownersOf}, ',')` };
const selectAll = statement<Event & { owners: string | null }>(columnsOfAll, () =>
  selectFrom(columnsOfAll).where(isAfter),
);

/** What somebody reads of everybody, and of their own. */
function visibleKinds({ role, scopes }: Principal, asked: readonly JournalKind[] = journalKinds) {
  const hidden: Readonly<Record<Principal['role'], readonly JournalKind[]>> = {
    Administrator: [],
    Supervisor: ['rates', 'webhooks', ...ownOnly],
    User: journalKinds.filter((kind) => kind !== 'settings'),
  };
  const read = asked.filter((kind) => mayRead(scopes, kind));
  return {
    kinds: read.filter((kind) => !hidden[role].includes(kind)),
    ownKinds: read.filter((kind) => hidden[role].includes(kind)),
  };
}
const ownOnly = ['tokens', 'calendars', 'factors', 'identities'] as const satisfies readonly JournalKind[];

/** Who did it, unless the caller may not see them. */
function withoutOthers(event: Event, { role, id }: Principal): Event {
  return role !== 'User' || event.actor === id ? event : { ...event, actor: null, actorName: '' };
}

/** An event as it is before anybody reads it: with the accounts whose own record it is, or was. */
interface OwnedEvent {
  readonly event: Event;
  readonly owners: readonly string[];
}

/**
 * Of events that were read for all, those of one reader.
 * @returns a function of each event: as the reader sees it, or undefined where it is not for them
 */
export function readerOf(principal: Principal, asked?: readonly JournalKind[]) {
  const { kinds, ownKinds } = visibleKinds(principal, asked);
  const [ofAll, ofOwn]: ReadonlySet<string>[] = [new Set(kinds), new Set(ownKinds)];
  return ({ event, owners }: OwnedEvent): Event | undefined =>
    ofAll?.has(event.kind) || (ofOwn?.has(event.kind) && owners.includes(principal.id))
      ? withoutOthers(event, principal)
      : undefined;
}

const selectAt = statement<Event>(columns, () =>
  selectFrom(columns).where(
    sql`${events.position} = any(string_to_array(${placeholder('positions')}, ',')::bigint[])`,
  ),
);

/** The changes at these positions that are still kept. */
export const at = (db: Database, positions: readonly number[]): Promise<Event[]> =>
  selectAt(db, { positions: positions.join(), limit: positions.length });

/**
 * Assigns positions to the changes that have none yet, at most 10 000.
 * @returns whether there may be more of them
 */
export async function assignPositions(db: Database): Promise<boolean> {
  const [row] = await givePositions(db);
  return row?.given === MAX_POSITIONS;
}

/** The newest position, and the newest whose change is no longer kept; after positions were assigned. */
async function newest(db: Database) {
  const isBehind = await assignPositions(db);
  const [{ last, purged } = { last: 0, purged: 0 }] = await selectState(db);
  return { isBehind, last, purged };
}

/**
 * The changes after a position that the caller may read, in an order to which nothing is added before its end.
 * @throws GONE for a position whose next change is no longer kept, or that was never given
 */
export async function list(
  { db, actor }: Scope,
  { after, kinds, limit = DEFAULT_LIMIT }: EventQuery,
): Promise<EventPage> {
  const { isBehind, last, purged } = await newest(db);
  if (after === undefined) return { events: [], position: last, hasMore: isBehind };
  if (after < purged || after > last)
    throw invalid('GONE', ['after'], 'position_gone', { oldest: purged, newest: last });
  const until = Math.min(last, after + MAX_POSITIONS);
  const visible = visibleKinds(actor, kinds);
  const found = await selectVisible(db, {
    after,
    until,
    limit,
    actor: actor.id,
    kinds: visible.kinds.join(),
    ownKinds: visible.ownKinds.join(),
  });
  const position = found.length < limit ? until : (found.at(-1)?.position ?? until);
  return {
    events: found.map((event) => withoutOthers(event, actor)),
    position,
    hasMore: isBehind || position < last,
  };
}

/**
 * The changes after a position for all readers, of which `readerOf` says who sees them.
 * @param after undefined: none, only the newest position
 * @returns at most 1000 of them, and the position up to which they were read, which is below `after` only where the database lost changes
 */
export async function listAll(
  db: Database,
  after: number | undefined,
): Promise<{ events: OwnedEvent[]; position: number }> {
  const { last } = await newest(db);
  if (after === undefined || last <= after) return { events: [], position: last };
  const found = await selectAll(db, { after, until: last, limit: DEFAULT_LIMIT });
  const position = found.length < DEFAULT_LIMIT ? last : (found.at(-1)?.position ?? last);
  const read = found.map(({ owners, ...event }) => ({ event, owners: owners?.split(',') ?? [] }));
  return { events: read, position };
}
