import './own.css';
import { Box, Center, Group } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { MonthStepper } from '../../../components/Stepper.tsx';
import { daysBetween, monthOf, monthRange } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { useMe } from '../../../lib/me.ts';
import { useFilters } from '../../../lib/search.ts';
import { useToday } from '../../../lib/today.ts';
import { Failed } from '../../../shell/Failed.tsx';
import { Waiting } from '../../../shell/Waiting.tsx';
import { buildGrid } from '../logic/grid.ts';
import { useLogs } from '../records.ts';
import { MonthSearch } from '../search.ts';
import { Totals } from '../Totals.tsx';
import { OwnCalendar } from './OwnCalendar.tsx';
import { OwnLogs } from './OwnLogs.tsx';

/** A worker's own month: a calendar, its totals, and each log. */
export function OwnMonth() {
  const { t } = useTranslation('logs');
  const { t: common } = useTranslation();
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
      <PageHeader title={common('places.logs')} />
      <Group mb="sm" justify="center">
        <MonthStepper
          value={month}
          onChange={(value) => setFilters({ month: value === monthOf(today) ? undefined : value })}
        />
      </Group>
      {query.error ? <Failed error={query.error} reset={() => void query.refetch()} /> : null}
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
        !query.error && <Waiting />
      )}
    </>
  );
}
