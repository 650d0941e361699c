import { Group, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useMay } from '../../../data/me.ts';
import { useLogs, useWithPendingLogs } from '../../../entities/logs/queries.ts';
import { daysOfUsual, timesOf, usualTimes } from '../../../entities/logs/usual.ts';
import type { Log } from '../../../entities/logs/values.ts';
import { isWorker, useAccounts } from '../../../entities/users.tsx';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { useIsNarrow } from '../../../lib/narrow.ts';
import { useIsOnline } from '../../../lib/online.ts';
import { useFilters } from '../../../lib/search.ts';
import { DayStepper } from '../../../ui/Stepper.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { DaySearch } from '../../search.ts';
import { LogsHeader } from '../LogsHeader.tsx';
import { DaySheet } from './DaySheet.tsx';

const none: readonly Log[] = [];

/** The workers of a day with their usual times, and what is recorded. Without a network, what was read of them before. */
export function useDay(day: DayText, isAll: boolean) {
  const isOnline = useIsOnline();
  const { data: home } = useQuery({ ...api.home.queryOptions(), enabled: false });
  const read = isOnline ? undefined : home;
  const accounts = useAccounts();
  const { query } = useLogs(day, day);
  const { from, to } = daysOfUsual(day);
  const before = useLogs(from, to);
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
  const logs = useWithPendingLogs(known ?? (isOnline ? undefined : none), day, day);
  return {
    workers,
    usual,
    logs,
    /** Whether what is recorded cannot be known, since the day was never opened with a network. */
    isUnknown: !isOnline && known === undefined,
    error: query.error ?? accounts.error,
    refetch: () => Promise.all([query.refetch(), accounts.refetch()]),
  };
}

export function DayPage() {
  return useMay()('logs.update') ? <Day /> : <Navigate to="/logs" replace />;
}

function Day() {
  const { t } = useTranslation('logs');
  const { today, longDay } = useFormat();
  const [filters, setFilters] = useFilters(DaySearch);
  const present = today();
  const day = filters.day ?? present;
  const isAll = filters.staff === 'all';
  const { workers, usual, logs, isUnknown, error, refetch } = useDay(day, isAll);
  const isNarrow = useIsNarrow();
  const allStaff = (
    <Switch
      label={t('allStaff')}
      checked={isAll}
      className="no-print"
      onChange={({ currentTarget }) => setFilters({ staff: currentTarget.checked ? 'all' : undefined })}
    />
  );
  return (
    <>
      <LogsHeader view="day" />
      <Group mb={isNarrow ? 'xs' : 'md'} justify="space-between" className="no-print">
        <DayStepper
          value={day}
          onChange={(value) => setFilters({ day: value === present ? undefined : value })}
        />
        {!isNarrow && allStaff}
      </Group>
      {error ? <ErrorState error={error} reset={() => void refetch()} /> : null}
      {isUnknown && workers && (
        <Text c="dimmed" mb="md" role="status">
          {t('waiting.unknownDay')}
        </Text>
      )}
      {workers && logs ? (
        <DaySheet key={day} day={day} title={longDay(day)} workers={workers} logs={logs} usual={usual} />
      ) : (
        !error && <Loading />
      )}
      {/* On a phone the workers come first; before they are there, this would be moved by them. */}
      {isNarrow && workers && logs && allStaff}
    </>
  );
}
