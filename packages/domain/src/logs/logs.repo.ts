import { v7 } from 'uuid';
import { type Database, perDatabase } from '../db/client.ts';
import { creating, type Once } from '../db/creating.ts';
import { and, desc, eq, isNull, sql } from '../db/drizzle.ts';
import { explained } from '../db/failures.ts';
import { prepared } from '../db/prepared.ts';
import {
  asSeen,
  changed,
  listings,
  orKept,
  position,
  refuseChange,
  removed,
  sent,
  toPage,
  type Versions,
  versionsOf,
} from '../db/statements.ts';
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
const fields = [
  'date',
  'startingTime',
  'finishingTime',
  'payment',
  'extraNotes',
  'worker',
  'isAbsent',
] as const;

const identifier = { _id: logs.id };

const { placeholder } = sql;
const seen = asSeen(logs.version);
const live = isNull(logs.deletedAt);
const named = and(eq(logs.id, placeholder('id')), live);
const visible = sql`(${placeholder('visibleTo')}::uuid is null or ${logs.workerId} = ${placeholder('visibleTo')}::uuid)`;

/** The worker sent, locked so that it cannot be deleted meanwhile; null (which the column refuses) if there is none. */
const existingWorker = sql`(select id from users where id = ${placeholder('worker')} and deleted_at is null for share)`;
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

const statements = perDatabase((db) => ({
  get: prepared(db, columns, db.select(columns).from(logs).where(and(named, visible))),
  create: creating(
    db,
    'logs',
    columns,
    db
      .insert(logs)
      .values({
        id: placeholder('id'),
        date: placeholder('date'),
        startingTime: placeholder('startingTime'),
        finishingTime: placeholder('finishingTime'),
        payment: placeholder('payment'),
        extraNotes: placeholder('extraNotes'),
        workerId: existingWorker,
        isAbsent: placeholder('isAbsent'),
        changedBy: placeholder('actor'),
      })
      .returning(columns),
  ),
  update: prepared(
    db,
    columns,
    db
      .update(logs)
      .set({
        date: orKept('date', logs.date),
        startingTime: orKept('startingTime', logs.startingTime),
        finishingTime: orKept('finishingTime', logs.finishingTime),
        payment: orKept('payment', logs.payment),
        extraNotes: orKept('extraNotes', logs.extraNotes),
        workerId: sql`case when ${placeholder('worker')}::uuid is null then ${logs.workerId} else ${existingWorker} end`,
        isAbsent: orKept('isAbsent', logs.isAbsent),
        ...changed,
      })
      .where(and(named, seen))
      .returning(columns),
  ),
  remove: prepared(
    db,
    identifier,
    db.update(logs).set(removed).where(and(named, seen)).returning(identifier),
  ),
}));

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

/** @throws NOT_FOUND, also for a log that the caller may not see */
export async function get(db: Database, id: string, { visibleTo }: Sight): Promise<Log> {
  const [log] = await statements(db).get.execute({ id, visibleTo: visibleTo ?? null });
  if (!log) throw notFound('log');
  return log;
}

/** @throws UNKNOWN_REFERENCE for a worker that does not exist, also if it is deleted at the same moment */
export async function create(db: Database, actor: string, log: LogCreate, once?: Once): Promise<Log> {
  const { startingTime = null, finishingTime = null } = log;
  const values = { ...log, startingTime, finishingTime, id: v7(), actor };
  return explained(statements(db).create(values, once), rules);
}

/**
 * Only the fields sent change; times are kept through an absence.
 * @throws NOT_FOUND, PRECONDITION_FAILED, UNKNOWN_REFERENCE; VALIDATION when somebody becomes present whose times are not known
 */
export async function update(
  db: Database,
  actor: string,
  id: string,
  changes: LogChanges,
  versions?: Versions,
): Promise<Log> {
  const [log] = await explained(
    statements(db).update.execute({ ...sent(fields, changes), ...versionsOf(versions), id, actor }),
    rules,
  );
  if (!log) return refuseChange(() => get(db, id, { visibleTo: undefined }));
  return log;
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
export async function remove(
  db: Database,
  actor: string,
  id: string,
  versions?: Versions,
): Promise<{ _id: string }> {
  const [log] = await statements(db).remove.execute({ ...versionsOf(versions), id, actor });
  if (!log) return refuseChange(() => get(db, id, { visibleTo: undefined }));
  return log;
}

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
