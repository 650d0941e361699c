import { Box, Center, Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../data/me.ts';
import { OwnLogs } from '../../../entities/logs/OwnLogs.tsx';
import { useLogs } from '../../../entities/logs/queries.ts';
import { Totals } from '../../../entities/logs/Totals.tsx';
import { daysBetween, monthOf, monthRange } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { useToday } from '../../../lib/today.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { MonthStepper } from '../../../ui/Stepper.tsx';
import { buildGrid } from '../logic/grid.ts';
import { MonthSearch } from '../search.ts';
import { OwnCalendar } from './OwnCalendar.tsx';

/** A worker's own month: a calendar, its totals, and each log. */
export function OwnMonth() {
  const { t } = useTranslation('logs');
  const { month: monthName } = useFormat();
  const me = useMe();
  const today = useToday();
  const [filters, setFilters] = useFilters(MonthSearch);
  const month = filters.month ?? monthOf(today);
  const { from, to } = monthRange(month);
  const { query, logs } = useLogs(from, to);
  const own = useMemo(() => {
    const person = { worker: me._id, workerName: me.fullName };
    return logs && buildGrid([person], daysBetween(from, to), logs).rows[0];
  }, [me._id, me.fullName, logs, from, to]);
  return (
    <>
      <PageHeader title={t('title')} />
      <Group mb="sm" justify="center">
        <MonthStepper
          value={month}
          onChange={(value) => setFilters({ month: value === monthOf(today) ? undefined : value })}
        />
      </Group>
      {query.error ? <ErrorState error={query.error} reset={() => void query.refetch()} /> : null}
      {own && logs ? (
        <>
          <Totals totals={own.totals} label={t('totalsOfMonth')} />
          <OwnCalendar month={month} today={today} cells={own.cells} />
          <Center>
            <Box w="100%" maw="44rem">
              <OwnLogs logs={logs} label={monthName(month)} />
            </Box>
          </Center>
        </>
      ) : (
        !query.error && <Loading />
      )}
    </>
  );
}
