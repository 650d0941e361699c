import { Button, Collapse, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useBusiness } from '../../lib/business.ts';
import { isWeekend } from '../../lib/business-days.ts';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useFilters } from '../../lib/search.ts';
import { Balances } from '../../ui/charts/Balances.tsx';
import { lengthOf } from '../../ui/charts/bars.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { type Forecast, type Length, lengths, lowestOf, paidIn, usualLength } from './forecast.ts';
import { Movements } from './Movements.tsx';
import { NoReading, Outlook } from './Outlook.tsx';
import { LengthSearch } from './search.ts';

interface Props {
  readonly accountID: string;
  /** Among other things: the table is folded, and no link leads there. */
  readonly isOnPageOfAccount?: boolean;
}

/** What will be in a bank account on each day to come, as a picture and as a table; how far it looks stands in the address. */
export function AccountForecast({ accountID: account, isOnPageOfAccount = false }: Props) {
  const { t } = useTranslation('forecast');
  const { today } = useFormat();
  const [{ days = usualLength }, setFilters] = useFilters(LengthSearch);
  const { data, error, refetch } = useQuery({
    ...api.forecast.get.queryOptions({ account, to: addDays(today(), Number(days)) }),
    placeholderData: (before) => (before?.account === account ? before : undefined),
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        {data ? <Outlook forecast={data} /> : <span />}
        <SegmentedControl
          size="xs"
          className="no-print"
          aria-label={t('length')}
          value={days}
          onChange={(value) => setFilters({ days: value as Length })}
          data={lengths.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
        />
      </Group>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {data ? <Shown forecast={data} isFolded={isOnPageOfAccount} /> : !error && <Loading />}
    </Stack>
  );
}

function Shown({ forecast, isFolded }: { readonly forecast: Forecast; readonly isFolded: boolean }) {
  const { t } = useTranslation('forecast');
  const { day, dayOfYear, longDay, money } = useFormat();
  const { weekend } = useBusiness();
  const { account, from, to, opening, days, shortfall } = forecast;
  const reading = useQuery(api.balanceReadings.list.queryOptions({ account, to: from, limit: 1 })).data;
  const read = reading?.items[0];
  const lowest = lowestOf(days);
  const marked = days.findIndex(({ date }) => date === shortfall?.date);
  return (
    <>
      {reading && !read && <NoReading accountID={isFolded ? undefined : account} />}
      <Figures>
        <FigureCard
          label={t('opening')}
          value={opening}
          note={read && t('readOn', { day: day(read.date) })}
        />
        <FigureCard label={t('paid')} value={paidIn(days)} note={t('until', { day: day(to) })} />
        <FigureCard label={t('lowest')} value={lowest?.balance} note={lowest && day(lowest.date)} />
      </Figures>
      <div>
        <Balances
          label={t('chart', { day: longDay(to) })}
          marked={marked === -1 ? undefined : marked}
          days={days.map(({ date, balance }) => ({
            name: dayOfYear(date),
            fullName: longDay(date),
            text: money(balance),
            height: lengthOf(balance),
            isWeekend: isWeekend(date, weekend),
          }))}
        />
        {weekend.length > 0 && (
          <Text size="xs" c="dimmed" mt={4}>
            {t('weekends')}
          </Text>
        )}
      </div>
      {isFolded ? (
        <Folded>
          <Movements forecast={forecast} />
        </Folded>
      ) : (
        <Movements forecast={forecast} />
      )}
    </>
  );
}

/** The figures behind a button, where they are in the way of other things. */
function Folded({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('forecast');
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        className="no-print"
        leftSection={<IconTable size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        {t(isOpen ? 'hideFigures' : 'showFigures')}
      </Button>
      <Collapse expanded={isOpen}>{isOpen && children}</Collapse>
    </div>
  );
}
