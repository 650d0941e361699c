import { Anchor, List, SimpleGrid, Stack, Text, ThemeIcon, VisuallyHidden } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { useWithPendingLogs } from '../../entities/logs/queries.ts';
import { type Times, timesOf } from '../../entities/logs/usual.ts';
import type { DayText } from '../../lib/dates.ts';
import { AttendanceCard } from './AttendanceCard.tsx';
import { BillsCard, TrendCard } from './BillsCard.tsx';
import { Card } from './Card.tsx';
import { ChequesCard, ShortfallCards } from './ChequesCard.tsx';
import { attendanceOf, firstSteps, todayOf } from './home.ts';

interface Props {
  readonly done: ReturnType<typeof firstSteps>;
}

/** What a new business begins with; gone once all of it is done. */
function FirstSteps({ done }: Props) {
  const { t } = useTranslation('home');
  const may = useMay();
  const steps = [
    { name: 'addWorkers', to: '/users', isOffered: may('users.create'), begin: 'new' },
    { name: 'recordToday', to: '/logs/day', isOffered: true, begin: undefined },
    {
      name: 'firstCheque',
      to: '/cheques',
      isOffered: may('cheques.create'),
      begin: 'new',
    },
  ] as const;
  const offered = steps
    .filter(({ isOffered }) => isOffered)
    .map((step) => ({ ...step, isDone: done[step.name] }));
  if (offered.every(({ isDone }) => isDone)) return null;
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
      {data && <FirstSteps done={firstSteps(data)} />}
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
