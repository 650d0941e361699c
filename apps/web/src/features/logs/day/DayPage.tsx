import { Group, Switch } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../data/me.ts';
import { useLogs } from '../../../entities/logs/queries.ts';
import { usualTimes } from '../../../entities/logs/usual.ts';
import { isWorker, useAccounts } from '../../../entities/users/accounts.ts';
import { addDays } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { DayStepper } from '../../../ui/Stepper.tsx';
import { LogsHeader } from '../LogsHeader.tsx';
import { DaySearch } from '../search.ts';
import { DaySheet } from './DaySheet.tsx';

export function DayPage() {
  return useMay()('logs.update') ? <Day /> : <Navigate to="/logs" replace />;
}

/** How far back a worker's usual times are looked for. */
const lookbackDays = 31;

function Day() {
  const { t } = useTranslation('logs');
  const { today, longDay } = useFormat();
  const [filters, setFilters] = useFilters(DaySearch);
  const present = today();
  const day = filters.day ?? present;
  const isAll = filters.staff === 'all';
  const accounts = useAccounts();
  const { query, logs } = useLogs(day, day);
  const before = useLogs(addDays(day, -lookbackDays), addDays(day, -1));
  const workers = useMemo(
    () =>
      accounts.data
        ?.filter((account) => (isAll ? account.active : isWorker(account)))
        .map(({ _id, fullName }) => ({ worker: _id, workerName: fullName })),
    [accounts.data, isAll],
  );
  const usual = useMemo(() => usualTimes(before.logs ?? []), [before.logs]);
  const error = query.error ?? accounts.error;
  const isOther = query.isPlaceholderData;
  return (
    <>
      <LogsHeader view="day" />
      <Group mb="md" justify="space-between" className="no-print">
        <DayStepper
          value={day}
          onChange={(value) => setFilters({ day: value === present ? undefined : value })}
        />
        <Switch
          label={t('allStaff')}
          checked={isAll}
          className="no-print"
          onChange={({ currentTarget }) => setFilters({ staff: currentTarget.checked ? 'all' : undefined })}
        />
      </Group>
      {error ? (
        <ErrorState
          error={error}
          reset={() => {
            void query.refetch();
            void accounts.refetch();
          }}
        />
      ) : null}
      {workers && logs && !isOther ? (
        <DaySheet key={day} day={day} title={longDay(day)} workers={workers} logs={logs} usual={usual} />
      ) : (
        !error && <Loading />
      )}
    </>
  );
}
