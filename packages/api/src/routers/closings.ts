import { ClosingCheck, ClosingCheckQuery, ClosingCreate, Closings, staff } from '@daybook/domain';
import { closings as repo } from '@daybook/domain/server';
import { created, exampleIds } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Closings', description: 'Periods in which nothing changes any more' },
  bulkhead: 'others',
  tokens: 'closings',
});

const open = { logs: null, bills: null, payEntries: null, cheques: null };

export const closings = router({
  get: operation({
    rest: 'GET /closings',
    addition: true,
    access: staff,
    summary: 'What is closed',
    description: 'Up to which day each kind of record is closed, and how it came to be, newest first.',
    example: { data: { current: open, history: [] } },
  })
    .output(Closings)
    .query(({ ctx }) => repo.get(ctx.scope)),

  create: operation({
    rest: 'POST /closings',
    addition: true,
    access: staff,
    summary: 'Close a period, or open it again',
    description:
      'What is dated up to `through` stays as it is: to make, change, delete, restore or undo any of it is 409 `PERIOD_CLOSED`. ' +
      'An earlier day than before, or null, opens what is closed after it: for an Administrator, with a `reason`.',
    creates: true,
    example: {
      body: { through: '2023-11-30', kinds: ['logs', 'payEntries'] },
      data: {
        current: { ...open, logs: '2023-11-30', payEntries: '2023-11-30' },
        history: [
          {
            _id: '1',
            through: '2023-11-30',
            kinds: ['logs', 'payEntries'],
            reason: '',
            reopened: false,
            actor: exampleIds.administrator,
            actorName: 'Ada Lovelace',
            createdAt: created.createdAt,
          },
        ],
      },
    },
  })
    .input(ClosingCreate)
    .output(Closings)
    .mutation(({ ctx, input }) => repo.create(ctx.scope, input)),

  check: operation({
    access: staff,
    bulkhead: 'balances',
    // It tells of shifts, rates and balances.
    tokens: 'never',
    summary: 'What is odd about a period that is to be closed',
  })
    .input(ClosingCheckQuery)
    .output(ClosingCheck)
    .query(({ ctx, input }) => repo.check(ctx.scope, input)),
});
