import { pages } from '@daybook/client';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { client } from '../../api.ts';
import type { DayText } from '../../lib/dates.ts';
import { createPending, withPending } from './logic/pending.ts';
import type { Log } from './logic/values.ts';

/** Changes under way, of every screen that shows logs. */
export const pending = createPending();

/** Every log of these days, of all workers the caller may see. */
export const logsOf = (from: DayText, to: DayText) =>
  queryOptions({
    queryKey: ['logs of', from, to],
    queryFn: async ({ signal }) => {
      const logs: Log[] = [];
      for await (const page of pages(client.logs.list.query, { from, to, limit: 1000 }, { signal }))
        logs.push(...page);
      return logs;
    },
  });

/** Every log of these days, with what is being saved as if it already were. */
export function useLogs(from: DayText, to: DayText) {
  const query = useQuery({ ...logsOf(from, to), placeholderData: keepPreviousData });
  const changes = useSyncExternalStore(pending.subscribe, pending.current);
  const { data } = query;
  const logs = useMemo(() => data && withPending(data, changes, { from, to }), [data, changes, from, to]);
  return { query, logs };
}
