import * as bills from '../bills/bills.repo.ts';
import * as cheques from '../cheques/cheques.repo.ts';
import { and, asc, desc, eq, isNull, sql } from '../db/drizzle.ts';
import type { Scope } from '../db/scope.ts';
import { build, statement } from '../db/statement.ts';
import * as forecast from '../forecast/forecast.repo.ts';
import * as logs from '../logs/logs.repo.ts';
import { logs as logsTable } from '../logs/logs.table.ts';
import { users } from '../users/users.table.ts';
import { today } from '../values/zones.ts';
import type { Home } from './home.schema.ts';

const { placeholder } = sql;
const day = sql`${placeholder('today')}::date`;
const daysBefore = (days: number) => sql`${day} - ${sql.raw(String(days))}`;

const { date, workerId, isAbsent, deletedAt } = logsTable;

/** Somebody with one shift present and one absent was there. */
const present = sql<number>`(count(distinct ${workerId}) filter (where not ${isAbsent}))::integer`;
const attendanceColumns = {
  date,
  present,
  absent: sql<number>`count(distinct ${workerId})::integer - ${present}`,
};
const selectAttendance = statement(attendanceColumns, () =>
  build
    .select(attendanceColumns)
    .from(logsTable)
    .where(and(isNull(deletedAt), sql`${date} between ${daysBefore(13)} and ${day}`))
    .groupBy(date)
    .orderBy(date),
);

const latest = build
  .select({
    startingTime: logsTable.startingTime,
    finishingTime: logsTable.finishingTime,
    breakMinutes: logsTable.breakMinutes,
  })
  .from(logsTable)
  .where(
    and(
      eq(workerId, users.id),
      isNull(deletedAt),
      sql`not ${isAbsent}`,
      sql`${date} between ${daysBefore(31)} and ${daysBefore(1)}`,
    ),
  )
  .orderBy(desc(date), desc(logsTable.id))
  .limit(1)
  .as('latest');
const workerColumns = {
  worker: users.id,
  workerName: users.fullName,
  startingTime: latest.startingTime,
  finishingTime: latest.finishingTime,
  breakMinutes: latest.breakMinutes,
};
const selectWorkers = statement<Home['workers'][number]>(workerColumns, () =>
  build
    .select(workerColumns)
    .from(users)
    .leftJoinLateral(latest, sql`true`)
    .where(and(isNull(users.deletedAt), users.active, eq(users.accessLevel, 'User')))
    .orderBy(asc(sql`${users.nameKey} collate "C"`), asc(users.id)),
);

/** The year that ends with the month of a day. */
function yearOf(onDay: string) {
  const [year = 0, month = 0] = onDay.split('-').map(Number);
  const text = (time: number) => new Date(time).toISOString().slice(0, 10);
  return { from: text(Date.UTC(year, month - 12, 1)), to: text(Date.UTC(year, month, 0)) };
}

export async function read(scope: Scope): Promise<Home> {
  const { db, timeZone } = scope;
  const on = today(timeZone);
  const values = { today: on };
  const [ofToday, people, days, sums, next, short, { months }] = await Promise.all([
    logs.list(scope, { from: on, to: on, limit: 1000 }),
    selectWorkers(db, values),
    selectAttendance(db, values),
    cheques.summary(scope, {}),
    cheques.nextDue(scope, { days: 30, limit: 5 }),
    forecast.shortfalls(scope),
    bills.summary(scope, yearOf(on)),
  ]);
  return {
    today: on,
    logs: [...ofToday.items],
    workers: people,
    attendance: days,
    cheques: sums,
    nextCheques: next,
    shortfalls: short,
    bills: months,
  };
}
