import type { Principal } from '../access.ts';
import { calendars } from '../calendars/calendars.table.ts';
import type { Database } from '../db/client.ts';
import { and, asc, eq, sql } from '../db/drizzle.ts';
import type { Scope } from '../db/scope.ts';
import { build, statement } from '../db/statement.ts';
import { invalid } from '../errors.ts';
import { journal } from '../journal/journal.table.ts';
import { type JournalKind, journalKinds, readScope } from '../journal/kinds.ts';
import { logs } from '../logs/logs.table.ts';
import { payEntries } from '../pay-entries/pay-entries.table.ts';
import { settlements } from '../settlements/settlements.table.ts';
import { tokens } from '../tokens/tokens.table.ts';
import type { Event, EventPage, EventQuery } from './events.schema.ts';
import { eventState, events } from './events.table.ts';

const { placeholder } = sql;

/** Positions given, and looked at, for one response: so a reader who may see little has bounded work too. */
const MAX_POSITIONS = 10_000;

const givePositions = statement(
  { given: sql<number>`given` },
  () => sql`select given from give_positions(${sql.raw(String(MAX_POSITIONS))})`,
);

const stateColumns = { last: eventState.last, purged: eventState.purged };
const selectState = statement(stateColumns, () => build.select(stateColumns).from(eventState));

const me = placeholder('actor');
const owners = {
  logs: logs.workerId,
  payEntries: payEntries.workerId,
  settlements: settlements.workerId,
  tokens: tokens.userId,
  calendars: calendars.userId,
};
/** Whose record it is, or was before the change. */
const isOwn = sql.join(
  Object.entries(owners).map(([kind, owner]) => {
    const name = sql.raw(`'${owner.name}'`);
    return sql`when ${sql.raw(`'${kind}'`)} then ${journal.before} ->> ${name} = ${me}::text
      or exists (select from ${owner.table} where id = ${journal.recordId} and ${owner} = ${me}::uuid)`;
  }),
  sql` `,
);
const isListed = (name: string) => sql`${journal.kind} = any(string_to_array(${placeholder(name)}, ','))`;

const columns = {
  position: events.position,
  kind: journal.kind,
  record: journal.recordId,
  action: journal.action,
  version: journal.version,
  at: journal.at,
};
const select = statement<Event>(columns, () =>
  build
    .select(columns)
    .from(events)
    .innerJoin(journal, eq(journal.id, events.entry))
    .where(
      and(
        sql`${events.position} > ${placeholder('after')} and ${events.position} <= ${placeholder('until')}`,
        sql`(${isListed('kinds')} or ${isListed('ownKinds')} and case ${journal.kind} when 'users' then ${journal.recordId} = ${me}::uuid ${isOwn} end)`,
      ),
    )
    .orderBy(asc(events.position))
    .limit(placeholder('limit')),
);

/** What somebody reads of everybody, and of their own. */
function visibleKinds({ role, scopes }: Principal, asked: readonly JournalKind[] = journalKinds) {
  const hidden: Readonly<Record<Principal['role'], readonly JournalKind[]>> = {
    Administrator: [],
    Supervisor: ['rates', ...ownOnly],
    User: journalKinds.filter((kind) => kind !== 'settings'),
  };
  const read = asked.filter((kind) => {
    const scope = readScope(kind);
    return scopes === undefined || (scope !== undefined && scopes.has(scope));
  });
  return {
    kinds: read.filter((kind) => !hidden[role].includes(kind)).join(),
    ownKinds: read.filter((kind) => hidden[role].includes(kind)).join(),
  };
}
const ownOnly = ['tokens', 'calendars'] as const satisfies readonly JournalKind[];

/**
 * Assigns positions to the changes that have none yet, at most 10 000.
 * @returns whether there may be more of them
 */
export async function assignPositions(db: Database): Promise<boolean> {
  const [row] = await givePositions(db);
  return row?.given === MAX_POSITIONS;
}

/**
 * The changes after a position that the caller may read, in an order to which nothing is added before its end.
 * @throws GONE for a position whose next change is no longer kept, or that was never given
 */
export async function list(
  { db, actor }: Scope,
  { after, kinds, limit = 1000 }: EventQuery,
): Promise<EventPage> {
  const isBehind = await assignPositions(db);
  const [{ last, purged } = { last: 0, purged: 0 }] = await selectState(db);
  if (after === undefined) return { events: [], position: last, hasMore: isBehind };
  if (after < purged || after > last)
    throw invalid('GONE', ['after'], 'position_gone', { oldest: purged, newest: last });
  const until = Math.min(last, after + MAX_POSITIONS);
  const found = await select(db, { after, until, limit, actor: actor.id, ...visibleKinds(actor, kinds) });
  const position = found.length < limit ? until : (found.at(-1)?.position ?? until);
  return { events: found, position, hasMore: isBehind || position < last };
}
