import { Box, Center, Group } from '@mantine/core';
import { IconUserOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../data/me.ts';
import { Totals } from '../../../entities/logs/LogValue.tsx';
import { OwnLogs } from '../../../entities/logs/OwnLogs.tsx';
import { useLogs } from '../../../entities/logs/queries.ts';
import { isWeekend, useBusiness } from '../../../lib/business.ts';
import { type DayText, daysBetween, monthOf, monthRange, weeksOf } from '../../../lib/dates.ts';
import { useFormat, useToday } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { MonthStepper } from '../../../ui/Stepper.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { Code } from '../../../ui/values.tsx';
import { MonthSearch } from '../../search.ts';
import { buildGrid, type Cell } from '../logic/grid.ts';
import { useCellText } from '../month/GridParts.tsx';
import '../../../entities/logs/logs.css';

interface Props {
  readonly month: string;
  readonly today: DayText;
  readonly cells: readonly Cell[];
}

/** The weeks of a month, each day with its hours. */
function OwnCalendar({ month, today, cells }: Props) {
  const { t } = useTranslation('logs');
  const { month: monthName, weekday, dayOfMonth, longDay, duration, firstDayOfWeek } = useFormat();
  const { weekend } = useBusiness();
  const textOf = useCellText();
  const byDay = new Map(cells.map((cell) => [cell.day, cell]));
  const weeks = weeksOf(month, firstDayOfWeek);
  return (
    <table className="own-calendar" aria-label={monthName(month)}>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day} scope="col">
              {weekday(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => {
              const cell = byDay.get(day);
              if (!cell || monthOf(day) !== month) return <td key={day} className="outside" />;
              return (
                <td
                  key={day}
                  className={`${cell.status}${isWeekend(day, weekend) ? ' weekend' : ''}${day === today ? ' today' : ''}`}
                  aria-current={day === today ? 'date' : undefined}
                  title={`${longDay(day)}: ${textOf(cell)}`}
                >
                  <span className="day-number">{dayOfMonth(day)}</span>
                  {cell.status === 'absent' && <IconUserOff size={16} role="img" aria-label={t('absent')} />}
                  {cell.minutes > 0 && <Code>{duration(cell.minutes)}</Code>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
