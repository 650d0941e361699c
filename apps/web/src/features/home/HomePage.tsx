import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useChosenPreferences, useMay, useMe } from '../../data/me.ts';
import { usePreferenceChange } from '../../data/preferences.tsx';
import { type DayText, deviceZone, isSameClock, now } from '../../lib/dates.ts';
import { useFormat, useToday } from '../../lib/format.ts';
import { useIsOnline } from '../../lib/online.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { OwnHome } from './OwnHome.tsx';
import './home.css';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../api.ts';
import { useWithPendingLogs } from '../../entities/logs/queries.ts';
import { type Times, timesOf } from '../../entities/logs/usual.ts';
import { AttendanceCard } from './AttendanceCard.tsx';
import { BillsCard, TrendCard } from './BillsCard.tsx';
import { ChequesCard, ShortfallCards } from './ChequesCard.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { attendanceOf, todayOf } from './home.ts';

/** Asks whose clock days go by, where the service's differs from the device's and nobody has chosen. */
function ZoneNotice() {
  const { t } = useTranslation('home');
  const { timeZone } = useMe();
  const preferences = useChosenPreferences();
  const change = usePreferenceChange();
  const device = deviceZone();
  if (preferences.timeZone !== undefined || isSameClock(timeZone, device, now())) return null;
  const choose = (zone: string) => change({ active: true, timeZone: zone }, { timeZone });
  return (
    <Alert color="orange" icon={<IconWorld aria-hidden />} mb="md" py="xs" className="no-print">
      <Text size="sm">{t('zone.differs', { zone: timeZone, device })}</Text>
      <Group gap="xs" mt="xs">
        <Button size="xs" onClick={() => choose(device)}>
          {t('zone.use', { zone: device })}
        </Button>
        <Button size="xs" variant="default" onClick={() => choose(timeZone)}>
          {t('zone.keep', { zone: timeZone })}
        </Button>
      </Group>
    </Alert>
  );
}

/** What matters this morning: to those who keep the books, or to a worker. */
export function HomePage() {
  const { t } = useTranslation('home');
  const { longDay } = useFormat();
  const today = useToday();
  const isStaff = useMay()('logs.create');
  return (
    <>
      <PageHeader title={t('title')}>
        <Text c="dimmed">{longDay(today)}</Text>
      </PageHeader>
      <ZoneNotice />
      {isStaff ? <StaffHome today={today} /> : <OwnHome today={today} />}
    </>
  );
}

/** All of it comes in one answer, of the day that it is at the service. */
function StaffHome({ today: onDevice }: { readonly today: DayText }) {
  const { data, error, refetch: retry } = useQuery(api.home.queryOptions());
  const isOnline = useIsOnline();
  const { today, logs: recorded } = todayOf(data, onDevice, isOnline);
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
