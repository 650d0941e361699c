import {
  Cheque,
  ChequeEvent,
  ChequeEventCreate,
  ChequeEventQuery,
  ChequeEventsCreate,
  ChequeFilter,
  ChequeReplaced,
  ChequeReplacement,
  ChequeSeries,
  ChequeSummary,
  chequeSchemas,
  Id,
  page,
  SeriesCheque,
  staff,
} from '@daybook/domain';
import { chequeEvents, chequeSeries, cheques as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { created, exampleIds, updated } from '../examples.ts';
import { bulkRecordProcedures } from '../record-operations.ts';
import { router } from '../trpc.ts';

/** Of one that nobody has changed. */
export const exampleCheque = {
  _id: exampleIds.cheque,
  serial: '00523',
  dueDate: '2024-02-09',
  value: '1200.50',
  description: 'Rent',
  payee: exampleIds.payee,
  payeeName: 'Paper Mill',
  account: null,
  accountName: '',
  isCancelled: false,
  status: 'issued' as const,
  statusDate: null,
  attempts: 0,
  replaces: null,
  replacedBy: [],
  isStale: false,
  attachments: 0,
  ...created,
};
const parameters = { chequeID: exampleCheque._id };
const presented = { ...exampleCheque, ...updated, status: 'presented' as const, statusDate: '2024-02-12' };
const presentedEvent = {
  _id: '1',
  kind: 'present' as const,
  date: '2024-02-12',
  reason: '',
  charge: null,
  fromStatus: 'issued' as const,
  toStatus: 'presented' as const,
  undoes: null,
  actor: exampleIds.administrator,
  actorName: 'Ada Lovelace',
  createdAt: updated.updatedAt,
};
const second = '0193a6a0-b052-7e96-b142-ad506f7e8193';

const cheque = bulkRecordProcedures(repo, {
  tag: { name: 'Cheques', description: 'Cheques issued to payees' },
  resource: 'cheques',
  access: staff,
  order: 'latest due date first',
  schemas: chequeSchemas,
  overrides: {
    list: { addition: true },
    update: { errors: ['UNKNOWN_REFERENCE', 'CHEQUE_STATE'] },
    remove: { addition: true, errors: ['CHEQUE_STATE'] },
    restore: { errors: ['NOT_DELETED', 'CHEQUE_STATE'] },
  },
  example: {
    record: exampleCheque,
    query: { payee: exampleIds.payee, isCancelled: 'false' },
    create: {
      serial: '00523',
      dueDate: '2024-2-9',
      value: '1200.50',
      description: 'Rent',
      payee: exampleIds.payee,
    },
    update: {
      body: { isCancelled: true, payee: exampleIds.payee },
      data: { isCancelled: true, status: 'cancelled', statusDate: '2023-12-09' },
    },
  },
});

export const cheques = router({
  ...cheque.procedures,

  summary: cheque
    .operation({
      rest: 'GET /cheques/summary',
      addition: true,
      access: staff,
      summary: 'Totals of cheques',
      description:
        'Of the cheques that the filters let through; what is overdue or falls due within 7 and 30 days of `today` counts those in force.',
      example: {
        parameters: { payee: exampleIds.payee },
        data: {
          today: '2024-02-05',
          count: 1,
          total: '1200.50',
          overdue: { count: 0, total: '0' },
          dueIn7Days: { count: 1, total: '1200.50' },
          dueIn30Days: { count: 1, total: '1200.50' },
        },
      },
    })
    .input(ChequeFilter)
    .output(ChequeSummary)
    .query(({ ctx, input }) => repo.summary(ctx.scope, input)),

  events: cheque
    .operation({
      rest: 'GET /cheques/{chequeID}/events',
      addition: true,
      access: staff,
      summary: 'List what happened to a cheque',
      description:
        'Oldest first. Events are only added: one that was wrong is taken back by an event `undo`.',
      example: { given: 'presented', parameters, data: [presentedEvent] },
    })
    .input(z.object({ chequeID: Id, ...ChequeEventQuery.shape }))
    .output(page(ChequeEvent))
    .query(({ ctx, input: { chequeID, ...query } }) => chequeEvents.events(ctx.scope, chequeID, query)),

  addEvent: cheque
    .operation({
      rest: 'POST /cheques/{chequeID}/events',
      addition: true,
      access: staff,
      summary: 'Record what happened to a cheque',
      description:
        'Sets the status; 409 names the status and what is allowed where this is not. `undo` takes the last event back: ' +
        'an Administrator any, others what they recorded in the last 30 days.',
      creates: true,
      changesRecord: true,
      errors: ['CHEQUE_STATE'],
      example: { parameters, body: { kind: 'present', date: '2024-02-12' }, data: presented },
    })
    .input(ChequeEventCreate)
    .output(Cheque)
    .mutation(({ ctx, input }) => chequeEvents.addEvent(ctx.scope, input)),

  addEvents: cheque
    .operation({
      rest: 'POST /cheques/events',
      addition: true,
      access: staff,
      summary: 'Record the same event of several cheques',
      description: 'For all of them or for none; answers the cheques in the order in which they were named.',
      creates: true,
      errors: ['UNKNOWN_REFERENCE', 'CHEQUE_STATE'],
      example: {
        body: { cheques: [exampleCheque._id], kind: 'present', date: '2024-02-12' },
        data: [presented],
      },
    })
    .input(ChequeEventsCreate)
    .output(z.array(Cheque))
    .mutation(({ ctx, input }) => chequeEvents.addEvents(ctx.scope, input)),

  replace: cheque
    .operation({
      rest: 'POST /cheques/{chequeID}/replacement',
      addition: true,
      access: staff,
      summary: 'Replace a cheque by others',
      description:
        'The cheque is cancelled and those sent are made in its place; payee and description are kept where they are not sent.',
      creates: true,
      changesRecord: true,
      errors: ['UNKNOWN_REFERENCE', 'CHEQUE_STATE', 'PERIOD_CLOSED'],
      example: {
        parameters,
        body: { date: '2024-02-12', cheques: [{ serial: '00524', dueDate: '2024-3-9', value: '1200.50' }] },
        data: {
          cheque: {
            ...exampleCheque,
            ...updated,
            isCancelled: true,
            status: 'cancelled',
            statusDate: '2024-02-12',
            replacedBy: [second],
          },
          replacements: [
            {
              ...exampleCheque,
              _id: second,
              serial: '00524',
              dueDate: '2024-03-09',
              replaces: exampleCheque._id,
            },
          ],
        },
      },
    })
    .input(ChequeReplacement)
    .output(ChequeReplaced)
    .mutation(({ ctx, input }) => chequeEvents.replace(ctx.scope, input)),

  addSeries: cheque
    .operation({
      rest: 'POST /cheques/series',
      addition: true,
      access: staff,
      summary: 'Make a cheque for each month',
      description:
        'All of them or none, in the order of their days. With `dryRun` nothing is made: the answer is what would be, without identifiers.',
      creates: true,
      errors: ['UNKNOWN_REFERENCE', 'PERIOD_CLOSED'],
      example: {
        body: {
          firstDueDate: '2024-1-31',
          months: 2,
          value: '1200.50',
          description: 'Rent',
          payee: exampleIds.payee,
          firstSerial: '00524',
        },
        data: [
          { ...exampleCheque, serial: '00524', dueDate: '2024-01-31' },
          { ...exampleCheque, serial: '00525', dueDate: '2024-02-29' },
        ],
      },
    })
    .input(ChequeSeries)
    .output(z.array(SeriesCheque))
    .mutation(({ ctx, input }) => chequeSeries.addSeries(ctx.scope, input)),
});
