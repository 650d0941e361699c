import { visibleWorker } from '../access.ts';
import { crud } from '../db/crud.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { filtered } from '../db/filters.ts';
import { pages, position, toPage } from '../db/pages.ts';
import type { Scope } from '../db/scope.ts';
import { build } from '../db/statement.ts';
import { invalid, notFound } from '../errors.ts';
import { users } from '../users/users.table.ts';
import type { Page } from '../values/paging.ts';
import { toDay } from '../values/scalars.ts';
import type { Log, LogChanges, LogCreate, LogFilter, LogQuery, LogSummary } from './logs.schema.ts';
import { logs } from './logs.table.ts';

const columns = {
  _id: logs.id,
  date: logs.date,
  startingTime: logs.startingTime,
  finishingTime: logs.finishingTime,
  crossesMidnight: logs.crossesMidnight,
  durationMinutes: logs.durationMinutes,
  payment: logs.payment,
  extraNotes: logs.extraNotes,
  worker: logs.workerId,
  workerName: sql<string>`(select full_name from users where users.id = ${logs}."worker_id")`,
  isAbsent: logs.isAbsent,
  createdAt: logs.createdAt,
  updatedAt: logs.updatedAt,
  version: logs.version,
};
const { date, startingTime, finishingTime, payment, extraNotes, workerId: worker, isAbsent } = logs;
const fields = { date, startingTime, finishingTime, payment, extraNotes, worker, isAbsent };

const { placeholder } = sql;
const live = isNull(logs.deletedAt);

const rules = {
  logs_times: () => invalid('VALIDATION', ['startingTime', 'finishingTime'], 'time_required'),
};

const filters = {
  from: sql`${logs.date} >= ${placeholder('from')}`,
  to: sql`${logs.date} <= ${placeholder('to')}`,
  worker: sql`${logs.workerId} = any(string_to_array(${placeholder('worker')}, ',')::uuid[])`,
  isAbsent: sql`${logs.isAbsent} = ${placeholder('isAbsent')}`,
  visibleTo: sql`${logs.workerId} = ${placeholder('visibleTo')}`,
  after: sql`(${logs.date}, ${logs.id}) < (${placeholder('afterKey')}, ${placeholder('afterId')})`,
};

const listedColumns = { ...columns, workerName: users.fullName };
const listed = pages<Log>(filters, listedColumns, (where) =>
  build
    .select(listedColumns)
    .from(logs)
    .innerJoin(users, eq(users.id, logs.workerId))
    .where(and(live, ...where))
    .orderBy(desc(logs.date), desc(logs.id))
    .limit(placeholder('limit')),
);

const sumColumns = {
  worker: logs.workerId,
  workerName: users.fullName,
  grandTotal: sql<boolean>`grouping(${logs.workerId}) = 1`,
  count: sql<number>`count(*)::integer`,
  payments: sql<string>`coalesce(sum(${logs.payment}), 0)::text`,
  daysWorked: sql<number>`(count(distinct (${logs.workerId}, ${logs.date})) filter (where not ${logs.isAbsent}))::integer`,
  absences: sql<number>`(count(*) filter (where ${logs.isAbsent}))::integer`,
  minutes: sql<number>`coalesce(sum(${logs.durationMinutes}), 0)::integer`,
};

const summed = filtered(filters, sumColumns, (where) =>
  build
    .select(sumColumns)
    .from(logs)
    .innerJoin(users, eq(users.id, logs.workerId))
    .where(and(live, ...where))
    .groupBy(sql`grouping sets ((), (${logs.workerId}, ${users.fullName}, ${users.nameKey}))`)
    .orderBy(sql`${users.nameKey} collate "C"`, logs.workerId),
);

const wanted = ({ actor }: Scope, { worker, ...filter }: LogFilter) => ({
  ...filter,
  worker: worker?.join(','),
  visibleTo: visibleWorker(actor),
});

/** Newest first; a User sees the own logs. @throws VALIDATION for a cursor of another list */
export async function list(scope: Scope, query: LogQuery): Promise<Page<Log>> {
  const { limit = 1000, cursor, ...filter } = query;
  const at = position(cursor, (key) => toDay(key) === key);
  const rows = await listed(scope.db, { ...wanted(scope, filter), ...at, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.date,
    (row) => row,
  );
}

const anyLog = crud<Log, LogCreate, LogChanges>({
  name: 'log',
  table: logs,
  columns,
  fields,
  references: { worker: users },
  rules,
});

/** @throws NOT_FOUND, also for a log that the caller may not see */
export async function get(scope: Scope, id: string): Promise<Log> {
  const log = await anyLog.get(scope, id);
  const visibleTo = visibleWorker(scope.actor);
  if (visibleTo !== undefined && log.worker !== visibleTo) throw notFound('log');
  return log;
}

/**
 * UNKNOWN_REFERENCE is thrown for a worker that does not exist, also if it is deleted at the same moment; VALIDATION when
 * somebody becomes present whose times are not known: they are kept through an absence.
 */
export const { create, update, remove } = anyLog;

/** Totals over the whole filter, and one line for each worker by name; a User sees the own. */
export async function summary(scope: Scope, filter: LogFilter): Promise<LogSummary> {
  const lines = await summed(scope.db, wanted(scope, filter));
  const total = lines.find((line) => line.grandTotal);
  const counts = (line: (typeof lines)[number] | undefined) => ({
    count: line?.count ?? 0,
    payments: line?.payments ?? '0',
    daysWorked: line?.daysWorked ?? 0,
    absences: line?.absences ?? 0,
    minutes: line?.minutes ?? 0,
  });
  const workers = lines.filter((line) => !line.grandTotal);
  return {
    ...counts(total),
    workers: workers.map((line) => ({ worker: line.worker, workerName: line.workerName, ...counts(line) })),
  };
}
