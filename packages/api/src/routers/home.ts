import { Home, staff } from '@daybook/domain';
import { home as repo } from '@daybook/domain/server';
import { operations } from '../trpc.ts';

const { operation } = operations({
  tag: { name: 'Home', description: 'What matters today' },
  bulkhead: 'others',
  tokens: 'never',
});

export const home = operation({ access: staff, summary: 'What matters today, in one answer' })
  .output(Home)
  .query(({ ctx }) => repo.read(ctx.scope));
