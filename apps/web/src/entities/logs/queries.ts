import { pages } from '@daybook/client';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client } from '../../api.ts';
import { usePending } from '../../data/change.tsx';
import type { DayText } from '../../lib/dates.ts';
import { addedRows, withPending } from '../../lib/pending.ts';
import { useWaitingRows } from './outbox.ts';
import { type Times, usualTimes } from './usual.ts';
import type { Log } from './values.ts';

/** Every log of these days, of all workers the caller may see. */
const logsOf = (from: DayText, to: DayText) =>
  queryOptions({
    queryKey: [['logs', 'days'], from, to],
    queryFn: async ({ signal }) => {
      const logs: Log[] = [];
      for await (const page of pages(client.logs.list.query, { from, to, limit: 1000 }, { signal }))
        logs.push(...page);
      return logs;
    },
  });

/** How many of a worker's last logs are looked at for the usual times. */
const MAX_LAST_LOGS = 20;

/** The times of a worker's last day of presence; none where that is not known, or not now. */
export async function usualTimesOf(worker: string): Promise<Partial<Times>> {
  const last = await client.logs.list
    .query({ worker, isAbsent: false, limit: MAX_LAST_LOGS })
    .catch(() => ({ items: [] }));
  return usualTimes(last.items).get(worker) ?? {};
}

/** Every log of these days, with what is being saved as if it already were. */
export function useLogs(from: DayText, to: DayText) {
  const query = useQuery({ ...logsOf(from, to), placeholderData: keepPreviousData });
  return { query, logs: useWithPendingLogs(query.data, from, to) };
}

/** Logs of these days with what is being saved as if it already were. */
export function useWithPendingLogs(known: readonly Log[] | undefined, from: DayText, to: DayText) {
  const underWay = usePending<Log>('logs');
  const waiting = useWaitingRows();
  return useMemo(() => {
    const pending = [...waiting, ...underWay];
    const added = addedRows(known ?? [], pending).filter(({ date }) => date >= from && date <= to);
    return known && [...withPending(known, pending), ...added];
  }, [known, waiting, underWay, from, to]);
}
