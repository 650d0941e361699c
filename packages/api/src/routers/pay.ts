import { Balance, BalanceQuery, Statement, StatementQuery, selfOrStaff, staff } from '@daybook/domain';
import { pay as repo } from '@daybook/domain/server';
import { z } from 'zod';
import { december, exampleIds } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Pay', description: 'What workers earned, what was paid, what is owed' },
  bulkhead: 'payEntries',
  tokens: 'pay',
});

/** Computed from logs, rates and entries at each call. */
export const pay = router({
  statement: operation({
    rest: 'GET /users/{userID}/statement',
    addition: true,
    access: selfOrStaff,
    bulkhead: 'balances',
    summary: 'What a worker earned and got, day by day',
    description:
      'Also of a deleted worker. A User reads the own statement. A line carries its 20 oldest entries, with 200 characters of their notes; ' +
      'over 8 MiB it is 400, and says up to which day it is not.',
    example: {
      parameters: { userID: exampleIds.user, ...december },
      data: {
        worker: exampleIds.user,
        workerName: 'Grace Hopper',
        ...december,
        opening: '0.00',
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
        totals: {
          earned: '300.00',
          payments: '500.00',
          openings: '0.00',
          bonuses: '0.00',
          deductions: '0.00',
          advances: '200.00',
          payouts: '0.00',
          paid: '700.00',
          balance: '-400.00',
        },
        missingRates: [],
      },
    },
  })
    .input(StatementQuery)
    .output(Statement)
    .query(({ ctx, input }) => repo.statementOf(ctx.scope, input)),

  balances: operation({
    rest: 'GET /balances',
    addition: true,
    access: staff,
    bulkhead: 'balances',
    summary: 'What each worker is owed',
    description:
      'By name: everybody of role User, whoever else has logs or entries or earned something up to the day, and deleted workers whose balance at its end is not 0. ' +
      'The list is complete. With `from`, earned and paid are those of the days from it on; the balance is of all days.',
    example: {
      parameters: { from: '2023-12-01', at: '2023-12-31' },
      data: [
        {
          worker: exampleIds.user,
          workerName: 'Grace Hopper',
          earned: '300.00',
          paid: '700.00',
          balance: '-400.00',
          settledTo: null,
        },
      ],
    },
  })
    .input(BalanceQuery)
    .output(z.array(Balance))
    .query(({ ctx, input }) => repo.balances(ctx.scope, input)),
});
