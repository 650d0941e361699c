import type { SQL, SQLWrapper } from 'drizzle-orm';
import { typed } from '../db/columns.ts';
import { and, asc, eq, sql } from '../db/drizzle.ts';
import { explainViolation, periodClosed, type Rules } from '../db/failures.ts';
import { idempotentInserts } from '../db/idempotency.ts';
import { newId } from '../db/new-id.ts';
import { pages, position, toPage } from '../db/pages.ts';
import { acting, type Scope } from '../db/scope.ts';
import { build, type Columns } from '../db/statement.ts';
import { DomainError, invalid, notFound, stale } from '../errors.ts';
import { users } from '../users/users.table.ts';
import { issueAt } from '../values/issues.ts';
import type { Page } from '../values/paging.ts';
import { withWarnings } from '../values/warnings.ts';
import { today } from '../values/zones.ts';
import { addedToCheques, columns, get, serialWarnings } from './cheques.repo.ts';
import type { Cheque } from './cheques.schema.ts';
import { chequeEvents, cheques } from './cheques.table.ts';
import type {
  ChequeEvent,
  ChequeEventCreate,
  ChequeEventQuery,
  ChequeEventsCreate,
  ChequeReplaced,
  ChequeReplacement,
} from './events.schema.ts';
import { chequeRefused } from './state-errors.ts';

const { placeholder } = sql;

const listedColumns = {
  _id: sql<string>`${chequeEvents.id}::text`,
  kind: chequeEvents.kind,
  date: chequeEvents.date,
  reason: chequeEvents.reason,
  charge: chequeEvents.charge,
  fromStatus: chequeEvents.fromStatus,
  toStatus: chequeEvents.toStatus,
  undoes: sql<string | null>`${chequeEvents.undoes}::text`,
  actor: chequeEvents.actorId,
  actorName: sql<string>`coalesce(${users.fullName}, '')`,
  createdAt: chequeEvents.createdAt,
};

const listed = pages<ChequeEvent>(
  {
    cheque: eq(chequeEvents.chequeId, placeholder('cheque')),
    after: sql`${chequeEvents.id} > ${placeholder('afterKey')}::bigint`,
  },
  listedColumns,
  (where) =>
    build
      .select(listedColumns)
      .from(chequeEvents)
      .leftJoin(users, eq(users.id, chequeEvents.actorId))
      .where(and(...where))
      .orderBy(asc(chequeEvents.id))
      .limit(placeholder('limit')),
);

/**
 * What happened to a cheque, oldest first.
 * @throws NOT_FOUND; VALIDATION for a cursor of another list
 */
export async function events(
  scope: Scope,
  cheque: string,
  { limit = 1000, cursor }: ChequeEventQuery,
): Promise<Page<ChequeEvent>> {
  await get(scope, cheque);
  const at = position(cursor, (key) => /^[0-9]{1,18}$/.test(key));
  const { rows, fitting } = await listed(scope.db, { cheque, ...at, limit: limit + 1 });
  const keyed = rows.map(({ _id, ...row }) => ({ ...row, number: _id, _id: cheque }));
  return toPage(
    { rows: keyed, fitting },
    limit,
    ({ number }) => number,
    ({ number, ...row }) => ({ ...row, _id: number }),
  );
}

/** A cheque that was paid before it is due. */
const earlyWarnings = sql`case when ${placeholder('kind')} = 'clear' and ${cheques.statusDate} < ${cheques.dueDate}
  then jsonb_build_array(jsonb_build_object('code', 'cleared_early',
    'params', jsonb_build_object('dueDate', ${cheques.dueDate}))) end`;
/** Of the cheques that replace one. */
const newWarnings = sql`case when ${cheques.id} <> ${placeholder('id')}::uuid then ${serialWarnings} end`;

const own = sql`${placeholder('day')}::date, ${placeholder('today')}::date, ${placeholder('reason')}`;
const seen = sql`string_to_array(${placeholder('versions')}, ',')::integer[], ${placeholder('batch')}::uuid`;

/** Cheques that a function changes and answers. `with`: what begins with `select` is asked again where a connection is lost. */
function changing(operation: string, found: SQL, call: SQL) {
  const written: Columns<Cheque> = { ...columns, warnings: typed('jsonb', found) };
  const answered = sql.join(
    Object.values<SQLWrapper>(written).map((column) => sql`${column}`),
    sql`, `,
  );
  const changed = idempotentInserts(
    operation,
    written,
    () => sql`with changed as (select * from ${call}) select ${answered} from changed as cheques`,
    addedToCheques,
  );
  return async (...given: Parameters<typeof changed>) => (await changed(...given)).map(withWarnings);
}

const recorded = changing(
  'cheque_events',
  earlyWarnings,
  sql`record_cheque_events(string_to_array(${placeholder('ids')}, ',')::uuid[], ${placeholder('kind')}, ${own},
    ${placeholder('charge')}::numeric, ${acting}, ${placeholder('undoAny')}::boolean, ${seen})`,
);
const replaced = changing(
  'cheque_replacements',
  newWarnings,
  sql`replace_cheque(${placeholder('id')}::uuid, ${placeholder('replacements')}::jsonb, ${own},
    ${acting}, ${seen})`,
);

/** @throws VALIDATION for a day in the future */
function valuesOf(
  scope: Scope,
  { date, reason }: { readonly date?: string | undefined; readonly reason: string },
) {
  const on = today(scope.businessTimeZone);
  if (date !== undefined && date > on) throw invalid('VALIDATION', ['date'], 'in_future', { today: on });
  return { day: date ?? null, today: on, reason, versions: scope.versions?.join(',') ?? null };
}

const refusals: Rules = {
  DB003: () =>
    new DomainError('FORBIDDEN', 'Your role undoes only events that you recorded in the last 30 days.'),
  DB010: (failure) => chequeRefused(failure),
  DB014: stale,
  DB015: () => notFound('cheque'),
};

/** @throws NOT_FOUND, PRECONDITION_FAILED, CHEQUE_STATE, FORBIDDEN, VALIDATION */
export async function addEvent(scope: Scope, input: ChequeEventCreate): Promise<Cheque> {
  const { chequeID, kind, charge = null } = input;
  const undoAny = scope.actor.role === 'Administrator';
  const values = { ...valuesOf(scope, input), ids: chequeID, kind, charge, undoAny, batch: null };
  const [cheque] = await explainViolation(recorded(scope, values, input), refusals);
  return cheque as Cheque;
}

/**
 * For all of the cheques, or for none.
 * @returns the cheques, in the order in which they were named
 * @throws UNKNOWN_REFERENCE, CHEQUE_STATE, FORBIDDEN, VALIDATION
 */
export async function addEvents(scope: Scope, input: ChequeEventsCreate): Promise<Cheque[]> {
  const ids = [...new Set(input.cheques)];
  const { kind, charge = null } = input;
  const undoAny = scope.actor.role === 'Administrator';
  const values = { ...valuesOf(scope, input), ids: ids.join(','), kind, charge, undoAny };
  const placeOf = (id: string) => ['cheques', input.cheques.indexOf(id)];
  const cheques = await explainViolation(
    recorded(scope, { ...values, versions: null, batch: newId() }, input),
    {
      ...refusals,
      DB010: (failure) =>
        chequeRefused(failure, (cheque, field) => (field === 'date' ? ['date'] : placeOf(cheque))),
      DB015: ({ detail }) => {
        const missing: string[] = JSON.parse(detail ?? '[]');
        const issues = missing.map((id) => issueAt(placeOf(id), 'unknown_reference'));
        return new DomainError('UNKNOWN_REFERENCE', `cheques: ${missing.length} of them do not exist.`, {
          issues,
        });
      },
    },
  );
  const byId = new Map(cheques.map((cheque) => [cheque._id, cheque]));
  return ids.map((id) => byId.get(id) as Cheque);
}

/**
 * Cancels a cheque and makes others in its place.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CHEQUE_STATE, UNKNOWN_REFERENCE, PERIOD_CLOSED, VALIDATION
 */
export async function replace(scope: Scope, input: ChequeReplacement): Promise<ChequeReplaced> {
  const replacements = JSON.stringify(input.cheques.map((cheque) => ({ ...cheque, id: newId() })));
  const values = { ...valuesOf(scope, input), id: input.chequeID, replacements, batch: newId() };
  const [original, ...made] = await explainViolation(replaced(scope, values, input), {
    ...refusals,
    DB010: (failure) => chequeRefused(failure, (_, field) => (field === 'date' ? ['date'] : [])),
    DB004: ({ detail, column }) => {
      const issue = issueAt(['cheques', Number(detail), column ?? ''], 'unknown_reference');
      return new DomainError('UNKNOWN_REFERENCE', `${issue.path.join('.')} ${issue.message}.`, {
        issues: [issue],
      });
    },
    DB019: (failure) => {
      const place = input.cheques.findIndex(({ dueDate }) => dueDate <= (failure.detail ?? ''));
      return periodClosed(failure, ['cheques', place, 'dueDate']);
    },
  });
  const cheque = original as Cheque;
  // The statement began before they were there.
  return {
    cheque: { ...cheque, replacedBy: [...cheque.replacedBy, ...made.map(({ _id }) => _id)] },
    replacements: made,
  };
}
