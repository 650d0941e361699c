import {
  administrators,
  everyone,
  Id,
  listPage,
  Settlement,
  SettlementCreate,
  SettlementPreview,
  SettlementPreviewQuery,
  SettlementQuery,
  SettlementVoid,
  scopeAreas,
  staff,
} from '@daybook/domain';
import { settlements as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { created, exampleIds, updated } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Settlements', description: 'Statements of workers that are frozen, paid and signed' },
  bulkhead: 'payEntries',
  tokens: scopeAreas.settlements,
});

const totals = {
  earned: '300.00',
  payments: '500.00',
  openings: '0.00',
  bonuses: '0.00',
  deductions: '0.00',
  advances: '200.00',
  payouts: '0.00',
  paid: '700.00',
  balance: '-400.00',
};
/** Before it is paid. */
const draft: Omit<SettlementPreview, 'missingRates'> = {
  number: 1,
  worker: exampleIds.user,
  workerName: 'Grace Hopper',
  from: '2023-12-08',
  to: '2023-12-31',
  opening: '0.00',
  earned: '300.00',
  paid: '700.00',
  payout: '0.00',
  balance: '-400.00',
  corrections: [],
  replaces: null,
  lines: [
    {
      date: '2023-12-08',
      workedMinutes: 480,
      overtimeMinutes: 0,
      isAbsent: false,
      earned: '300.00',
      paid: '700.00',
      entries: [{ _id: exampleIds.payEntry, kind: 'advance', amount: '200', extraNotes: '' }],
      entriesCount: 1,
      balance: '-400.00',
    },
  ],
  totals,
};
const example: Settlement = {
  _id: exampleIds.settlement,
  ...draft,
  paid: '800.00',
  payout: '100.00',
  balance: '-500.00',
  totals: { ...totals, payouts: '100.00', paid: '800.00', balance: '-500.00' },
  business: { name: '', address: '', phoneNumber: '', currency: null },
  status: 'issued',
  reason: '',
  acknowledgedAt: null,
  attachments: 0,
  ...created,
};
const parameters = { settlementID: example._id };

const byId = z.object({ settlementID: Id });

/** Settlements are never changed or deleted: one that was wrong is made void and issued again. */
export const settlements = router({
  list: operation({
    rest: 'GET /settlements',
    addition: true,
    access: everyone,
    summary: 'List settlements',
    description: 'By their last day, newest first; a User sees the own.',
    example: { given: 'settled', parameters: { worker: exampleIds.user, status: 'issued' }, data: [example] },
  })
    .input(SettlementQuery)
    .output(listPage(Settlement))
    .query(({ ctx, input }) => repo.list(ctx.scope, input)),

  preview: operation({
    rest: 'GET /settlements/preview',
    addition: true,
    access: staff,
    bulkhead: 'balances',
    summary: 'A settlement as it would be issued now',
    description:
      'Without a new payout. Nothing is stored; what changes in the meantime is in the settlement that is issued.',
    errors: ['NOT_FOUND', 'ALREADY_SETTLED'],
    example: {
      parameters: { worker: exampleIds.user, to: '2023-12-31' },
      data: { ...draft, missingRates: [] },
    },
  })
    .input(SettlementPreviewQuery)
    .output(SettlementPreview)
    .query(({ ctx, input }) => repo.preview(ctx.scope, input)),

  get: operation({
    rest: 'GET /settlements/{settlementID}',
    addition: true,
    access: everyone,
    summary: 'Fetch a settlement',
    description: 'A User sees the own.',
    example: { given: 'settled', parameters, data: example },
  })
    .input(byId)
    .output(Settlement)
    .query(({ ctx, input }) => repo.get(ctx.scope, input.settlementID)),

  create: operation({
    rest: 'POST /settlements',
    addition: true,
    access: staff,
    summary: 'Settle with a worker',
    description:
      'Freezes all that stands up to a day; what changes of it later is a correction in the next settlement. ' +
      'Administrators settle with everybody, Supervisors with other workers of role User.',
    creates: true,
    errors: ['UNKNOWN_REFERENCE', 'ALREADY_SETTLED', 'PERIOD_CLOSED'],
    example: {
      body: { worker: exampleIds.user, to: '2023-12-31', payout: '100', payoutDate: '2024-1-2' },
      data: example,
    },
  })
    .input(SettlementCreate)
    .output(Settlement)
    .mutation(({ ctx, input }) => repo.create(ctx.scope, input)),

  acknowledge: operation({
    rest: 'POST /settlements/{settlementID}/acknowledge',
    addition: true,
    access: everyone,
    summary: 'Acknowledge a settlement',
    description: 'By the worker, or by somebody who may settle with the worker and saw a signature.',
    changesRecord: true,
    errors: ['FORBIDDEN', 'SETTLEMENT_STATE'],
    example: {
      given: 'settled',
      parameters,
      data: { ...example, ...updated, status: 'acknowledged', acknowledgedAt: updated.updatedAt },
    },
  })
    .input(byId)
    .output(Settlement)
    .mutation(({ ctx, input }) => repo.acknowledge(ctx.scope, input.settlementID)),

  void: operation({
    rest: 'POST /settlements/{settlementID}/void',
    addition: true,
    access: administrators,
    summary: 'Make a settlement void',
    description:
      'Only the newest of the worker that is not void. Its payout goes, or with `keepPayout` stays as an ordinary entry.',
    changesRecord: true,
    errors: ['SETTLEMENT_STATE', 'PERIOD_CLOSED'],
    example: {
      given: 'settled',
      parameters,
      body: { reason: 'The wrong rate', keepPayout: true },
      data: { ...example, ...updated, status: 'void', reason: 'The wrong rate' },
    },
  })
    .input(SettlementVoid)
    .output(Settlement)
    .mutation(({ ctx, input }) => repo.makeVoid(ctx.scope, input)),
});
