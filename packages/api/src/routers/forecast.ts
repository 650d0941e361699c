import { Forecast, ForecastQuery, staff } from '@daybook/domain';
import { forecast as repo } from '@daybook/domain/server';
import { exampleIds } from '../examples.ts';
import { operations, router } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Forecast', description: 'Whether there is enough money on the day' },
  bulkhead: 'cheques',
  tokens: 'bank-accounts',
});

export const forecast = router({
  get: operation({
    rest: 'GET /forecast',
    addition: true,
    access: staff,
    summary: 'How much is in a bank account on each day to come',
    description:
      'If every open cheque of the account, and every due bill that no open cheque pays, is paid when it falls due; where that is a weekend, on the next business day; where it is past, today or on the next business day.',
    errors: ['NOT_FOUND'],
    example: {
      parameters: { account: exampleIds.bankAccount },
      data: {
        account: exampleIds.bankAccount,
        from: '2023-12-08',
        to: '2024-02-06',
        opening: '10450.75',
        days: [{ date: '2023-12-08', out: '0', in: '0', cheques: 0, bills: 0, balance: '10450.75' }],
        shortfall: null,
      },
    },
  })
    .input(ForecastQuery)
    .output(Forecast)
    .query(({ ctx, input }) => repo.get(ctx.scope, input)),
});
