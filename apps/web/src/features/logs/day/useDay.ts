import { useNetwork } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../api.ts';
import { useLogs, useWithPendingLogs } from '../../../entities/logs/queries.ts';
import { timesOf, usualTimes } from '../../../entities/logs/usual.ts';
import type { Log } from '../../../entities/logs/values.ts';
import { isWorker, useAccounts } from '../../../entities/users/accounts.ts';
import { addDays, type DayText } from '../../../lib/dates.ts';

/** How far back a worker's usual times are looked for. */
const lookbackDays = 31;
const none: readonly Log[] = [];

/** The workers of a day with their usual times, and what is recorded. Without a network, what was read of them before. */
export function useDay(day: DayText, isAll: boolean) {
  const { online } = useNetwork();
  const { data: home } = useQuery({ ...api.home.queryOptions(), enabled: false });
  const read = online ? undefined : home;
  const accounts = useAccounts();
  const { query } = useLogs(day, day);
  const before = useLogs(addDays(day, -lookbackDays), addDays(day, -1));
  const workers = useMemo(
    () =>
      accounts.data
        ?.filter((account) => (isAll ? account.active : isWorker(account)))
        .map(({ _id, fullName }) => ({ worker: _id, workerName: fullName })) ?? read?.workers,
    [accounts.data, isAll, read],
  );
  const usual = useMemo(
    () => (before.logs ? usualTimes(before.logs) : timesOf(read?.workers ?? [])),
    [before.logs, read],
  );
  const recorded = query.isPlaceholderData ? undefined : query.data;
  const known = recorded ?? (read?.today === day ? read.logs : undefined);
  const logs = useWithPendingLogs(known ?? (online ? undefined : none), day, day);
  return {
    workers,
    usual,
    logs,
    /** Whether what is recorded cannot be known, since the day was never opened with a network. */
    isUnknown: !online && known === undefined,
    error: query.error ?? accounts.error,
    refetch: () => Promise.all([query.refetch(), accounts.refetch()]),
  };
}
