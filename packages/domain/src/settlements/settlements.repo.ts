import type { SQL, SQLWrapper } from 'drizzle-orm';
import { visibleWorker } from '../access.ts';
import { typed } from '../db/columns.ts';
import { and, eq, sql } from '../db/drizzle.ts';
import { type DatabaseFailure, explainViolation, periodClosed, type Rules } from '../db/failures.ts';
import { between, equals, oneOf } from '../db/filters.ts';
import { idempotentInsert } from '../db/idempotency.ts';
import { lists } from '../db/lists.ts';
import { newId } from '../db/new-id.ts';
import { subjectOf } from '../db/repository.ts';
import { acting, actingAs, type Scope } from '../db/scope.ts';
import { build, type Columns, statement } from '../db/statement.ts';
import { DomainError, invalid, notFound, stale } from '../errors.ts';
import { tooManyDigits } from '../pay-entries/pay-entries.repo.ts';
import type { Page } from '../values/paging.ts';
import { today } from '../values/zones.ts';
import type {
  Settlement,
  SettlementCreate,
  SettlementPreview,
  SettlementPreviewQuery,
  SettlementQuery,
  SettlementVoid,
} from './settlements.schema.ts';
import { settlements } from './settlements.table.ts';
import { settlementRefused } from './state-errors.ts';

const { placeholder } = sql;

const workerName = sql<string>`(select full_name from users where users.id = ${settlements.workerId})`;

const draftColumns: Columns<Omit<SettlementPreview, 'missingRates'>> = {
  number: settlements.number,
  worker: settlements.workerId,
  workerName,
  from: settlements.from,
  to: settlements.to,
  opening: settlements.opening,
  earned: settlements.earned,
  paid: settlements.paid,
  payout: settlements.payout,
  balance: settlements.balance,
  corrections: settlements.corrections,
  replaces: settlements.replacesId,
  lines: settlements.lines,
  totals: settlements.totals,
};
const columns: Columns<Settlement> = {
  _id: settlements.id,
  ...draftColumns,
  workerName: settlements.workerName,
  business: settlements.business,
  status: settlements.status,
  reason: settlements.reason,
  acknowledgedAt: settlements.acknowledgedAt,
  attachments: settlements.attachments,
  createdAt: settlements.createdAt,
  updatedAt: settlements.updatedAt,
  version: settlements.version,
};

export const subject = subjectOf(settlements, {
  title: settlements.workerName,
  date: settlements.to,
  value: settlements.balance,
});

const settlementLists = lists<Settlement, SettlementQuery>({
  table: settlements,
  columns,
  joins: sql``,
  filters: {
    ...between(settlements.to),
    worker: oneOf(settlements.workerId, 'worker'),
    status: sql`${settlements.status} = any(string_to_array(${placeholder('status')}, ','))`,
    visibleTo: equals(settlements.workerId, 'visibleTo'),
  },
  visibleBy: { field: 'worker', column: settlements.workerId },
  column: settlements.to,
  sort: 'to',
  direction: 'desc',
  size: { column: settlements.size, of: ['lines', 'corrections'] },
  given: () => ({}),
});

/** By their last day, newest first; a User sees the own. @throws VALIDATION for a cursor of another list */
export const list = (scope: Scope, query: SettlementQuery): Promise<Page<Settlement>> =>
  settlementLists.list(scope, query, { visibleTo: visibleWorker(scope.actor) });

const selectById = statement(columns, () =>
  build
    .select(columns)
    .from(settlements)
    .where(
      and(
        eq(settlements.id, placeholder('id')),
        sql`(${placeholder('visibleTo')}::uuid is null or ${settlements.workerId} = ${placeholder('visibleTo')})`,
      ),
    ),
);

/** @throws NOT_FOUND, also for a settlement that the caller may not see */
export async function get({ db, actor }: Scope, id: string): Promise<Settlement> {
  const [row] = await selectById(db, { id, visibleTo: visibleWorker(actor) ?? null });
  if (!row) throw notFound('settlement');
  return row;
}

const columnList = (answered: Readonly<Record<string, SQLWrapper>>) =>
  sql.join(
    Object.values(answered).map((column) => sql`${column}`),
    sql`, `,
  );

/** @throws VALIDATION for a day in the future */
function checkEnd({ businessTimeZone }: Scope, to: string): void {
  const on = today(businessTimeZone);
  if (to > on) throw invalid('VALIDATION', ['to'], 'in_future', { today: on });
}

const settledAlready = ({ detail }: DatabaseFailure) =>
  invalid('ALREADY_SETTLED', ['to'], 'already_settled', { to: detail ?? '' });

/** With the day up to which it is not too large. */
const tooLarge = ({ detail }: DatabaseFailure) =>
  detail
    ? invalid('VALIDATION', ['to'], 'paper_too_large', { to: detail })
    : invalid('VALIDATION', ['to'], 'too_many_corrections');

const worker = sql`${placeholder('worker')}::uuid`;
const to = sql`${placeholder('to')}::date`;
const previewColumns: Columns<SettlementPreview> = {
  ...draftColumns,
  missingRates: typed<string[]>(
    'jsonb',
    sql`(select coalesce(jsonb_agg(day order by day), '[]') from earned_days(users.id, ${to})
      where missing and day >= settlements."from")`,
  ),
};
const selectDraft = statement(
  previewColumns,
  () => sql`
    select ${columnList(previewColumns)} from users, lateral (
      select (one.draft).* from draft_settlement(users.id, ${to}, 0, kept_payouts(users.id)) as one
    ) as settlements where users.id = ${worker}`,
);

const draftRules: Rules = { DB020: settledAlready, DB040: tooLarge };

/**
 * The settlement as it would be issued now without a new payout, also of a deleted worker.
 * @throws NOT_FOUND, ALREADY_SETTLED; VALIDATION for a day in the future, and for more than 8 MiB
 */
export async function preview(scope: Scope, query: SettlementPreviewQuery): Promise<SettlementPreview> {
  checkEnd(scope, query.to);
  const [row] = await explainViolation(selectDraft(scope.db, query), draftRules);
  if (!row) throw notFound('worker');
  return row;
}

const forbidden = () =>
  new DomainError('FORBIDDEN', 'Your role settles with other workers of role User only.');

const changeRules: Rules = {
  DB003: forbidden,
  DB004: () => invalid('UNKNOWN_REFERENCE', ['worker'], 'unknown_reference'),
  DB014: stale,
  DB015: () => notFound('settlement'),
  DB018: tooManyDigits('payout'),
  DB019: (failure) => periodClosed(failure, []),
  DB021: settlementRefused,
  ...draftRules,
};

/** A settlement that a function answers. `with`: what begins with `select` is asked again where a connection is lost. */
const selectChanged = (call: SQL) =>
  sql`with changed as (select * from ${call}) select ${columnList(columns)} from changed as settlements`;

const issueSettlement = idempotentInsert(
  'settlements',
  columns,
  () =>
    selectChanged(sql`issue_settlement(${placeholder('id')}::uuid, ${worker}, ${to}, ${placeholder('payout')}::numeric,
      ${placeholder('payoutDate')}::date, ${placeholder('entry')}::uuid, ${acting})`),
  // Kept by the version before this one.
  {
    business: () => ({ name: '', address: '', phoneNumber: '', currency: null }),
    attachments: () => 0,
  },
);

/**
 * Issues a settlement, also of a deleted worker; its payout becomes an entry.
 * @throws UNKNOWN_REFERENCE, FORBIDDEN, ALREADY_SETTLED, PERIOD_CLOSED, IDEMPOTENCY_KEY_REUSED; VALIDATION for a day in the
 * future, a payout with more digits than the currency, and more than 8 MiB
 */
export async function create(scope: Scope, input: SettlementCreate): Promise<Settlement> {
  checkEnd(scope, input.to);
  const { payout = '0', payoutDate = null } = input;
  const values = { ...input, payout, payoutDate, id: newId(), entry: newId() };
  return explainViolation(issueSettlement(scope, values, input), {
    ...changeRules,
    DB019: (failure) => periodClosed(failure, ['payoutDate']),
  });
}

const versions = sql`string_to_array(${placeholder('versions')}, ',')::integer[]`;
const target = sql`${placeholder('id')}::uuid`;
const acknowledgeSettlement = statement(columns, () =>
  selectChanged(
    sql`acknowledge_settlement(${target}, ${placeholder('visibleTo')}::uuid, ${acting}, ${versions})`,
  ),
);
const voidSettlement = statement(columns, () =>
  selectChanged(
    sql`void_settlement(${target}, ${placeholder('reason')}, ${placeholder('keepPayout')}::boolean, ${acting}, ${versions})`,
  ),
);

const change = (scope: Scope, id: string) => ({
  id,
  ...actingAs(scope),
  versions: scope.versions?.join(',') ?? null,
});

/**
 * By the worker, or by who may settle with the worker.
 * @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED, SETTLEMENT_STATE
 */
export async function acknowledge(scope: Scope, id: string): Promise<Settlement> {
  const values = { ...change(scope, id), visibleTo: visibleWorker(scope.actor) ?? null };
  const [row] = await explainViolation(acknowledgeSettlement(scope.db, values), changeRules);
  return row as Settlement;
}

/**
 * Only the newest of the worker that is not void.
 * @throws NOT_FOUND, PRECONDITION_FAILED, SETTLEMENT_STATE, PERIOD_CLOSED
 */
export async function makeVoid(
  scope: Scope,
  { settlementID, reason, keepPayout }: SettlementVoid,
): Promise<Settlement> {
  const values = { ...change(scope, settlementID), reason, keepPayout };
  const [row] = await explainViolation(voidSettlement(scope.db, values), changeRules);
  return row as Settlement;
}
