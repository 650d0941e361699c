import { everyone, LogFilter, LogSummary, logSchemas, staff } from '@daybook/domain';
import { logs as repo } from '@daybook/domain/server';
import { created, december, exampleIds } from '../examples.ts';
import { bulkRecordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

const totals = {
  count: 1,
  payments: '500',
  daysWorked: 1,
  absences: 0,
  minutes: 510,
  workedMinutes: 480,
};

const log = bulkRecordProcedures(repo, {
  tag: { name: 'Logs', description: 'Work logs: who worked when, for how much' },
  resource: 'logs',
  title: 'work log',
  access: staff,
  order: 'newest first',
  schemas: logSchemas,
  overrides: {
    list: { access: everyone },
    get: { access: everyone, addition: true },
    create: { ifNone: 'the worker has no log on this date that is not deleted' },
  },
  example: {
    record: {
      _id: exampleIds.log,
      date: '2023-12-08',
      startingTime: '08:30',
      finishingTime: '17:00',
      crossesMidnight: false,
      durationMinutes: 510,
      breakMinutes: 30,
      workedMinutes: 480,
      payment: '500',
      extraNotes: '',
      worker: exampleIds.user,
      workerName: 'Grace Hopper',
      isAbsent: false,
      ...created,
    },
    query: { ...december, worker: exampleIds.user },
    create: {
      date: '2023-12-8',
      startingTime: '08:30',
      finishingTime: '17:00',
      breakMinutes: 30,
      payment: '500',
      extraNotes: '',
      worker: exampleIds.user,
      isAbsent: false,
    },
    update: { body: { payment: 750 }, data: { payment: '750' } },
  },
});

/** A User sees the own logs only. */
export const logs = router({
  ...log.procedures,

  summary: log
    .operation({
      rest: 'GET /logs/summary',
      addition: true,
      access: everyone,
      summary: 'Totals of work logs',
      description:
        'Of the logs that the filters let through, and of each of their workers. A User sees the own ones.',
      example: {
        parameters: { ...december, worker: exampleIds.user },
        data: { ...totals, workers: [{ worker: exampleIds.user, workerName: 'Grace Hopper', ...totals }] },
      },
    })
    .input(LogFilter)
    .output(LogSummary)
    .query(({ ctx, input }) => repo.summary(ctx.scope, input)),
});
