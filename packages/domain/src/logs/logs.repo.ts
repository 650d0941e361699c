import type { Database } from '../db/client.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { records } from '../db/records.ts';
import { listings, position, toPage } from '../db/statements.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
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

const timesHelp = 'Send startingTime and finishingTime too: somebody present needs both.';
const rules = {
  worker_id: () => invalid('UNKNOWN_REFERENCE', 'worker', 'There is no such worker: send the _id of a user.'),
  logs_times: () =>
    new DomainError('VALIDATION', timesHelp, {
      issues: ['startingTime', 'finishingTime'].map((field) => ({ path: [field], message: timesHelp })),
    }),
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
const listed = listings('logs_list', filters, (db, where) =>
  prepared(
    db,
    listedColumns,
    db
      .select(listedColumns)
      .from(logs)
      .innerJoin(users, eq(users.id, logs.workerId))
      .where(and(live, ...where))
      .orderBy(desc(logs.date), desc(logs.id))
      .limit(placeholder('limit')),
  ),
);

const summed = listings('logs_summary', filters, (db, where, statement) =>
  db
    .select({
      worker: logs.workerId,
      workerName: users.fullName,
      grandTotal: sql<boolean>`grouping(${logs.workerId}) = 1`,
      count: sql<number>`count(*)::integer`,
      payments: sql<string>`coalesce(sum(${logs.payment}), 0)::text`,
      daysWorked: sql<number>`(count(distinct (${logs.workerId}, ${logs.date})) filter (where not ${logs.isAbsent}))::integer`,
      absences: sql<number>`(count(*) filter (where ${logs.isAbsent}))::integer`,
      minutes: sql<number>`coalesce(sum(${logs.durationMinutes}), 0)::integer`,
    })
    .from(logs)
    .innerJoin(users, eq(users.id, logs.workerId))
    .where(and(live, ...where))
    .groupBy(sql`grouping sets ((), (${logs.workerId}, ${users.fullName}, ${users.nameKey}))`)
    .orderBy(sql`${users.nameKey} collate "C"`, logs.workerId)
    .prepare(statement),
);

/** `visibleTo`: the one worker whose logs the caller may see, if not all. */
interface Sight {
  readonly visibleTo: string | undefined;
}

/** Newest first. @throws VALIDATION for a cursor of another list */
export async function list(db: Database, query: LogQuery & Sight): Promise<Page<Log>> {
  const { limit = 1000, cursor, worker, ...filter } = query;
  const at = position(cursor, (key) => toDay(key) === key);
  const rows = await listed(db, { ...filter, worker: worker?.join(','), ...at, limit: limit + 1 });
  return toPage(
    rows,
    limit,
    (row) => row.date,
    (row) => row,
  );
}

const kept = records<Log, LogCreate, LogChanges>({
  name: 'log',
  table: logs,
  columns,
  fields,
  references: { worker: users },
  rules,
});

/** @throws NOT_FOUND, also for a log that the caller may not see */
export async function get(db: Database, id: string, { visibleTo }: Sight): Promise<Log> {
  const log = await kept.get(db, id);
  if (visibleTo !== undefined && log.worker !== visibleTo) throw notFound('log');
  return log;
}

/**
 * UNKNOWN_REFERENCE is thrown for a worker that does not exist, also if it is deleted at the same moment; VALIDATION when
 * somebody becomes present whose times are not known: they are kept through an absence.
 */
export const { create, update, remove } = kept;

/** Totals over the whole filter, and one line for each worker by name. */
export async function summary(db: Database, { worker, ...filter }: LogFilter & Sight): Promise<LogSummary> {
  const lines = await summed(db, { ...filter, worker: worker?.join(',') });
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
