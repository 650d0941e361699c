import { Alert, Anchor, Button, Collapse, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconInfoCircle, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { useFilters } from '../../lib/search.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { ForecastPicture } from './ForecastPicture.tsx';
import {
  DEFAULT_LENGTH,
  type Forecast,
  type Length,
  LengthSearch,
  lengths,
  lowestOf,
  paidIn,
  receivedIn,
} from './forecast.ts';
import { Movements } from './Movements.tsx';
import { Outlook } from './Outlook.tsx';
import { OwedToWorkers } from './OwedToWorkers.tsx';
import { useWhatIf, WhatIf } from './WhatIf.tsx';
import '../../ui/figures.css';

/** Says what the forecast begins with, and how to change it. @param accountID undefined: the page is that of the account */
function NoReading({ accountID }: { readonly accountID: string | undefined }) {
  const { t } = useTranslation('forecast');
  return (
    <Alert color="blue" role="note" icon={<IconInfoCircle aria-hidden />} py="xs">
      <Text size="sm">
        {t('noReading')}
        {accountID !== undefined && (
          <Anchor component={Link} to={`/accounts/${accountID}`} inherit display="block" className="no-print">
            {t('toAccount')}
          </Anchor>
        )}
      </Text>
    </Alert>
  );
}

/** How far the forecast looks; it stands in the address. */
export function LengthChoice() {
  const { t } = useTranslation('forecast');
  const [{ days = DEFAULT_LENGTH }, setFilters] = useFilters(LengthSearch);
  return (
    <SegmentedControl
      size="xs"
      className="no-print"
      aria-label={t('length')}
      value={days}
      onChange={(value) => setFilters({ days: value as Length })}
      data={lengths.map((value) => ({ value, label: t('days', { count: Number(value) }) }))}
    />
  );
}

interface Props {
  readonly accountID: string;
  /** Among other things: the table is folded, and no link leads there. */
  readonly isOnPageOfAccount?: boolean;
}

/** What will be in a bank account on each day to come, as a picture and as a table; how far it looks stands in the address. */
export function AccountForecast({ accountID: account, isOnPageOfAccount = false }: Props) {
  const { today } = useFormat();
  const [{ days = DEFAULT_LENGTH }] = useFilters(LengthSearch);
  const { data, error, refetch } = useQuery({
    ...api.forecast.get.queryOptions({ account, to: addDays(today(), Number(days)) }),
    placeholderData: (before) => (before?.account === account ? before : undefined),
  });
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="xs">
        {data ? <Outlook forecast={data} /> : <span />}
        <LengthChoice />
      </Group>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {data ? <Shown key={account} forecast={data} isFolded={isOnPageOfAccount} /> : !error && <Loading />}
    </Stack>
  );
}

interface ShownProps {
  readonly forecast: Forecast;
  readonly isFolded: boolean;
}

function Shown({ forecast, isFolded }: ShownProps) {
  const { t } = useTranslation('forecast');
  const { day } = useFormat();
  const { account, from, to, opening, days } = forecast;
  const reading = useQuery(api.balanceReadings.list.queryOptions({ account, to: from, limit: 1 })).data;
  const read = reading?.items[0];
  const lowest = lowestOf(days);
  const whatIf = useWhatIf(forecast);
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
        <FigureCard label={t('received')} value={receivedIn(days)} note={t('until', { day: day(to) })} />
        <FigureCard label={t('lowest')} value={lowest?.balance} note={lowest && day(lowest.date)} />
        <OwedToWorkers />
      </Figures>
      <ForecastPicture forecast={forecast} moved={whatIf.moved} />
      <WhatIf forecast={forecast} whatIf={whatIf} />
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
