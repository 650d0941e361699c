import { byteOrderMark, csvLine } from '@daybook/domain';
import { Group } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ClosedNotice, useClosings } from '../../../data/closed.tsx';
import { useImportable, useMay } from '../../../data/me.ts';
import { Totals } from '../../../entities/logs/LogValue.tsx';
import { useLogs } from '../../../entities/logs/queries.ts';
import { isWorker, useAccounts } from '../../../entities/users.tsx';
import { daysBetween, monthOf, monthRange } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { ExportMenu } from '../../../ui/ExportMenu.tsx';
import { MonthStepper } from '../../../ui/Stepper.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { MonthSearch } from '../../search.ts';
import { LogsHeader, NoWorkers } from '../LogsHeader.tsx';
import { buildGrid, type Grid } from '../logic/grid.ts';
import { MonthGrid } from './MonthGrid.tsx';

export function MonthPage() {
  return useMay()('logs.update') ? <Month /> : <Navigate to="/logs" replace />;
}

function Month() {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
  const { today } = useFormat();
  const [filters, setFilters] = useFilters(MonthSearch);
  const present = monthOf(today());
  const month = filters.month ?? present;
  const { from, to } = monthRange(month);
  const accounts = useAccounts();
  const { query, logs } = useLogs(from, to);
  const closedThrough = useClosings()?.current.logs ?? null;
  const grid = useMemo(() => {
    const people = (accounts.data ?? []).filter(isWorker);
    const workers = people.map(({ _id, fullName }) => ({ worker: _id, workerName: fullName }));
    return logs && accounts.data && buildGrid(workers, daysBetween(from, to), logs, closedThrough);
  }, [accounts.data, logs, from, to, closedThrough]);
  const error = query.error ?? accounts.error;

  return (
    <>
      <LogsHeader view="month">
        <ExportMenu
          name={`logs-${month}`}
          files={[
            {
              title: common('exportCsv'),
              ending: 'csv',
              make: async () => new Blob([csvOf(grid)], { type: 'text/csv' }),
            },
          ]}
          rows={async () => grid?.rows}
          imports={useImportable('logs')}
        />
      </LogsHeader>
      <Group mb="sm">
        <MonthStepper
          value={month}
          onChange={(value) => setFilters({ month: value === present ? undefined : value })}
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
      {grid ? (
        <>
          <Totals totals={grid.totals} label={t('totalsOfMonth')} />
          {closedThrough !== null && from <= closedThrough && (
            <ClosedNotice kind="logs" through={closedThrough} />
          )}
          {grid.rows.length > 0 ? <MonthGrid key={month} grid={grid} month={month} /> : <NoWorkers />}
        </>
      ) : (
        !error && <Loading />
      )}
    </>
  );
}

/** A line for each worker, with minutes by day and totals. */
function csvOf(grid: Grid | undefined): string {
  const { days = [], rows = [] } = grid ?? {};
  const head = [
    'worker',
    'workerName',
    ...days.map(({ day }) => day),
    'workedMinutes',
    'daysWorked',
    'absences',
    'payments',
  ];
  const lines = rows.map(({ worker, workerName, cells, totals }) => [
    worker,
    workerName,
    ...cells.map(({ status, minutes }) =>
      status === 'absent' ? status : status === 'empty' ? '' : (minutes ?? ''),
    ),
    totals.workedMinutes,
    totals.daysWorked,
    totals.absences,
    totals.payments,
  ]);
  return byteOrderMark + [head, ...lines].map(csvLine).join('');
}
