import { visibleWorker } from '../access.ts';
import { typed } from '../db/columns.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import { between, equals, filterValues, oneOf, totalsStatement } from '../db/filters.ts';
import { repository } from '../db/repository.ts';
import type { Scope } from '../db/scope.ts';
import { build } from '../db/statement.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { users } from '../users/users.table.ts';
import type { Page } from '../values/paging.ts';
import { type Log, type LogFilter, type LogQuery, type LogSummary, logSchemas } from './logs.schema.ts';
import { logs } from './logs.table.ts';

/** A break counts for nothing while somebody is absent. */
const workedMinutes = typed<number>(
  'integer',
  sql`case when ${logs.isAbsent} then 0 else ${logs.durationMinutes} - ${logs.breakMinutes} end`,
);

const { placeholder } = sql;
/** With If-None-Match: * the function refuses a day that has a log (migration 0029). */
const dateOfNew = sql`case when ${placeholder('ifNone')}::boolean
  then day_without_log(${placeholder('worker')}::uuid, ${placeholder('date')}::date) else ${placeholder('date')}::date end`;

const workerName = sql`(select full_name from users where users.id = ${logs.workerId})`;

/**
 * Newest first. UNKNOWN_REFERENCE is thrown for a worker that does not exist, also if it is deleted at the same moment;
 * VALIDATION when somebody becomes present whose times are not known, which are kept through an absence, and for a break
 * longer than the shift; PRECONDITION_FAILED where there is a log of the worker's day and the new one was to be the only one.
 */
const repo = repository({
  name: 'log',
  table: logs,
  schemas: logSchemas,
  references: { worker: { table: users, name: users.fullName } },
  computed: { workedMinutes },
  added: { breakMinutes: () => 0, workedMinutes: ({ durationMinutes }) => durationMinutes ?? 0 },
  rules: {
    logs_times: () => invalid('VALIDATION', ['startingTime', 'finishingTime'], 'time_required'),
    logs_break: () => invalid('VALIDATION', ['breakMinutes'], 'break_too_long'),
    logs_day_taken: () =>
      new DomainError('PRECONDITION_FAILED', 'There is a log of this worker on this date already.'),
  },
  created: { date: dateOfNew },
  given: ({ ifNone = false }) => ({ ifNone }),
  subject: { title: workerName, date: logs.date, value: logs.payment },
  order: { column: logs.date, sort: 'date', direction: 'desc' },
  filters: {
    ...between(logs.date),
    worker: oneOf(logs.workerId, 'worker'),
    isAbsent: equals(logs.isAbsent, 'isAbsent'),
    visibleTo: equals(logs.workerId, 'visibleTo'),
  },
  visibleBy: 'worker',
});
export const { create, update, remove, restore, bulk, creation, subject, rules } = repo;

/** Of one worker. A day counts once for each worker, so the days of all workers are the sum of theirs. */
const workerSums = {
  worker: sql`${logs.workerId}`.as('worker'),
  count: sql`count(*)`.as('count'),
  payments: sql`sum(${logs.payment})`.as('payments'),
  daysWorked: sql`count(distinct ${logs.date}) filter (where not ${logs.isAbsent})`.as('days'),
  absences: sql`count(*) filter (where ${logs.isAbsent})`.as('absences'),
  minutes: sql`sum(${logs.durationMinutes})`.as('minutes'),
  workedMinutes: sql`sum(${workedMinutes})`.as('worked'),
};
const sumColumns = {
  worker: sql<string>`worker`,
  workerName: users.fullName,
  grandTotal: sql<boolean>`grouping(worker) = 1`,
  count: sql<number>`sum(count)::integer`,
  payments: sql<string>`sum(payments)::text`,
  daysWorked: sql<number>`sum(days)::integer`,
  absences: sql<number>`sum(absences)::integer`,
  minutes: sql<number>`sum(minutes)::integer`,
  workedMinutes: sql<number>`sum(worked)::integer`,
};

const sumByWorker = totalsStatement(repo.filters, sumColumns, (where) => {
  const lines = build
    .select(workerSums)
    .from(logs)
    .where(and(isNull(logs.deletedAt), ...where))
    .groupBy(logs.workerId)
    .as('lines');
  return build
    .select(sumColumns)
    .from(lines)
    .innerJoin(users, eq(users.id, lines.worker))
    .groupBy(sql`grouping sets ((), (worker, ${users.fullName}, ${users.nameKey}))`)
    .orderBy(sql`${users.nameKey} collate "C"`, sql`worker`);
});

/** A User sees the own logs. @throws VALIDATION for a cursor of another list */
export const list = (scope: Scope, query: LogQuery): Promise<Page<Log>> =>
  repo.list(scope, query, { visibleTo: visibleWorker(scope.actor) });

/** @throws NOT_FOUND, also for a log that the caller may not see */
export async function get(scope: Scope, id: string): Promise<Log> {
  const log = await repo.get(scope, id);
  const visibleTo = visibleWorker(scope.actor);
  if (visibleTo !== undefined && log.worker !== visibleTo) throw notFound('log');
  return log;
}

/** Totals over the whole filter, and one line for each worker by name; a User sees the own. */
export async function summary(scope: Scope, filter: LogFilter): Promise<LogSummary> {
  const values = { ...filterValues(filter), visibleTo: visibleWorker(scope.actor) };
  const lines = await sumByWorker(scope.db, values);
  const total = lines.find((line) => line.grandTotal);
  const counts = (line: (typeof lines)[number] | undefined) => ({
    count: line?.count ?? 0,
    payments: line?.payments ?? '0',
    daysWorked: line?.daysWorked ?? 0,
    absences: line?.absences ?? 0,
    minutes: line?.minutes ?? 0,
    workedMinutes: line?.workedMinutes ?? 0,
  });
  const workers = lines.filter((line) => !line.grandTotal);
  return {
    ...counts(total),
    workers: workers.map((line) => ({ worker: line.worker, workerName: line.workerName, ...counts(line) })),
  };
}
