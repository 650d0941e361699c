import { Group, Switch } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DayStepper } from '../../../components/Stepper.tsx';
import { addDays } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMay } from '../../../lib/me.ts';
import { useFilters } from '../../../lib/search.ts';
import { Failed } from '../../../shell/Failed.tsx';
import { Waiting } from '../../../shell/Waiting.tsx';
import { LogsHeader } from '../LogsHeader.tsx';
import { usualTimes } from '../logic/usual.ts';
import { useLogs } from '../records.ts';
import { DaySearch } from '../search.ts';
import { isWorker, useAccounts } from '../workers.ts';
import { DaySheet } from './DaySheet.tsx';

export function DayPage() {
  return useMay()('logs.update') ? <Day /> : <Navigate to="/logs" replace />;
}

/** How far back a worker's usual times are looked for. */
const memory = 31;

function Day() {
  const { t } = useTranslation('logs');
  const { today, longDay } = useFormat();
  const [filters, setFilters] = useFilters(DaySearch);
  const present = today();
  const day = filters.day ?? present;
  const isAll = filters.staff === 'all';
  const accounts = useAccounts();
  const { query, logs } = useLogs(day, day);
  const before = useLogs(addDays(day, -memory), addDays(day, -1));
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
      <LogsHeader />
      <Group mb="md" justify="space-between">
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
        <Failed
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
        !error && <Waiting />
      )}
    </>
  );
}
