import type { Outputs } from '@daybook/client';
import { Anchor, List, SimpleGrid, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { useSettings } from '../../data/settings.ts';
import { useWithPendingLogs } from '../../entities/logs/queries.ts';
import { type Times, timesOf } from '../../entities/logs/usual.ts';
import type { DayText } from '../../lib/dates.ts';
import { AttendanceCard } from './AttendanceCard.tsx';
import { BillsCard, TrendCard } from './BillsCard.tsx';
import { Card } from './Card.tsx';
import { ChequesCard, ShortfallCards } from './ChequesCard.tsx';
import { attendanceOf, firstSteps, isNew, todayOf } from './home.ts';

/** Whether there is what a business is set up with; asked only while it is new. */
function useSetUp(isAsked: boolean) {
  const may = useMay();
  const { name, currency } = useSettings();
  const one = { limit: 1 };
  const accounts = useQuery({
    ...api.bankAccounts.list.queryOptions(one),
    enabled: isAsked && may('bankAccounts.create'),
  });
  const rates = useQuery({ ...api.rates.list.queryOptions(one), enabled: isAsked && may('rates.create') });
  const openings = useQuery({
    ...api.payEntries.list.queryOptions({ ...one, kind: 'opening' }),
    enabled: isAsked && may('payEntries.create'),
  });
  const all = [accounts, rates, openings].map(({ data }) => (data?.items.length ?? 0) > 0);
  const [account = false, hasRates = false, hasOpenings = false] = all;
  return {
    isLoading: [accounts, rates, openings].some(({ isLoading }) => isLoading),
    there: { business: name !== '' && currency !== null, account, rates: hasRates, openings: hasOpenings },
  };
}

/** What a new business begins with; gone once all of it is done. */
function FirstSteps({ home }: { readonly home: Outputs['home'] }) {
  const { t } = useTranslation('home');
  const may = useMay();
  const { isLoading, there } = useSetUp(isNew(home));
  const done = firstSteps(home, there);
  const steps = [
    { name: 'business', to: '/settings', isOffered: may('settings.update'), begin: undefined },
    { name: 'account', to: '/accounts', isOffered: may('bankAccounts.create'), begin: 'new' },
    { name: 'addWorkers', to: '/users', isOffered: may('users.create'), begin: 'new' },
    { name: 'rates', to: '/pay', isOffered: may('rates.create'), begin: undefined },
    { name: 'openings', to: '/pay', isOffered: may('payEntries.create'), begin: 'new' },
    { name: 'recordToday', to: '/logs/day', isOffered: true, begin: undefined },
    {
      name: 'firstCheque',
      to: '/cheques',
      isOffered: may('cheques.create'),
      begin: 'new',
    },
    { name: 'firstBill', to: '/bills', isOffered: may('bills.create'), begin: 'new' },
  ] as const;
  const offered = steps
    .filter(({ isOffered }) => isOffered)
    .map((step) => ({ ...step, isDone: done[step.name] }));
  if (isLoading || offered.every(({ isDone }) => isDone)) return null;
  return (
    <Card title={t('firstSteps.title')}>
      <List type="ordered" spacing="sm" center className="plain-list">
        {offered.map(({ name, to, isDone, begin }) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon size={24} radius="xl" variant="light" color={isDone ? 'teal' : 'gray'} aria-hidden>
                {isDone ? <IconCheck size={16} /> : <IconCircle size={16} />}
              </ThemeIcon>
            }
          >
            {isDone ? (
              <Text c="dimmed">
                {t(`firstSteps.${name}`)} <VisuallyHidden>{t('firstSteps.done')}</VisuallyHidden>
              </Text>
            ) : (
              <Anchor component={Link} to={to} state={{ begin }}>
                {t(`firstSteps.${name}`)}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}

/** All of it comes in one answer, of the day that it is at the service. */
export function StaffHome({ today: onDevice }: { readonly today: DayText }) {
  const { data, error, refetch: retry } = useQuery(api.home.queryOptions());
  const { online } = useNetwork();
  const { today, logs: recorded } = todayOf(data, onDevice, online);
  const logs = useWithPendingLogs(recorded, today, today);
  const usual: ReadonlyMap<string, Times> = useMemo(() => timesOf(data?.workers ?? []), [data?.workers]);
  const attendance = useMemo(() => logs && data && attendanceOf(data.workers, logs), [logs, data]);
  const shown = { error, retry };
  return (
    <Stack>
      {data && <FirstSteps home={data} />}
      {data && <ShortfallCards shortfalls={data.shortfalls} />}
      <AttendanceCard today={today} attendance={attendance} usual={usual} {...shown} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <ChequesCard summary={data?.cheques} next={data?.nextCheques} {...shown} />
        <BillsCard today={today} months={data?.bills} {...shown} />
      </SimpleGrid>
      <TrendCard today={today} attendance={attendance} days={data?.attendance} {...shown} />
    </Stack>
  );
}
