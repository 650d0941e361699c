import { createClient } from '@daybook/client';
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { learnTime } from './lib/dates.ts';
import { serviceUrl } from './lib/page.ts';
import { session } from './session.ts';

// A page may be loaded without a network.
onlineManager.setOnline(navigator.onLine);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The client itself repeats what is worth repeating.
      retry: false,
    },
    // Without a network a change fails at once, instead of being sent when nobody thinks of it any more.
    mutations: { retry: false, networkMode: 'always' },
  },
});

export const client = createClient({
  url: serviceUrl,
  token: session.token,
  refresh: session.renew,
  onSignedOut: session.end,
  confirm: async () => {
    const { askProof } = await import('./data/proof.tsx');
    return askProof(client.auth);
  },
  fetch: async (url, init) => {
    const response = await fetch(url, init);
    learnTime(response);
    return response;
  },
});

/** Options for TanStack Query: `useQuery(api.bills.list.queryOptions({}))`. */
export const api = createTRPCOptionsProxy({ client, queryClient });
