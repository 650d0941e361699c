import type { QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter, Bill, Client } from '../../dist/index.js';

// Compiles only while TanStack Query's types take what is published.

export function billsOf(
  client: Client,
  queryClient: QueryClient,
): Promise<{ readonly items: readonly Bill[] }> {
  const { bills } = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
  // @ts-expect-error: a list of bills knows no worker
  bills.list.queryOptions({ worker: 'x' });
  return queryClient.fetchQuery(bills.list.queryOptions({ from: '2026-01-01' }));
}
