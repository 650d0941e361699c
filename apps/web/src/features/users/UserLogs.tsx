import type { Outputs } from '@daybook/client';
import { Anchor, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useBreakText } from '../../entities/logs/LogValue.tsx';
import { monthOf, monthRange } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Code, Money, Name } from '../../ui/Values.tsx';

type Log = Outputs['logs']['list']['items'][number];

interface Props {
  readonly userID: string;
}

/** This month's totals of one worker. */
export function UserTotals({ userID }: Props) {
  const { t } = useTranslation('users');
  const { today, month, number, duration } = useFormat();
  const present = monthOf(today());
  const { data, error, refetch } = useQuery(
    api.logs.summary.queryOptions({ worker: userID, ...monthRange(present) }),
  );
  const facts = data && [
    { name: t('payments'), value: <Money value={data.payments} /> },
    { name: t('daysWorked'), value: number(data.daysWorked) },
    { name: t('hours'), value: <Code>{duration(data.workedMinutes)}</Code> },
    { name: t('absences'), value: number(data.absences) },
  ];
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {month(present)}
      </Title>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!facts && !error && <Skeleton h={90} />}
      {facts && (
        <Group component="dl" gap="xl" m={0}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <Text component="dt" size="sm" c="dimmed">
                {name}
              </Text>
              <Text component="dd" size="xl" fw={600} m={0}>
                {value}
              </Text>
            </div>
          ))}
        </Group>
      )}
    </Paper>
  );
}

const recent = 10;

export function UserLogs({ userID }: Props) {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useQuery(api.logs.list.queryOptions({ worker: userID, limit: recent }));
  const columns = useColumns();
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('recentLogs')}
        </Title>
        <Anchor component={Link} to={`/logs?worker=${userID}`} size="sm" className="no-print">
          {t('allLogs')}
        </Anchor>
      </Group>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {!data && !error && <Skeleton h={200} />}
      {data && (
        <DataTable
          label={t('recentLogs')}
          columns={columns}
          rows={data.items}
          rowKey={({ _id }) => _id}
          empty={t('noLogs')}
        />
      )}
    </section>
  );
}

function useColumns(): Column<Log>[] {
  const { t } = useTranslation('users');
  const { day, weekday, clock, duration } = useFormat();
  const breakTextOf = useBreakText();
  const times = ({ isAbsent, startingTime, finishingTime }: Log) =>
    isAbsent || !startingTime || !finishingTime
      ? t('absent')
      : `${clock(startingTime)}–${clock(finishingTime)}`;
  return [
    { key: 'date', header: t('date'), cell: ({ date }) => `${weekday(date)} ${day(date)}` },
    {
      key: 'times',
      header: t('times'),
      cell: (log) =>
        log.isAbsent ? (
          times(log)
        ) : (
          <>
            <Code>{times(log)}</Code> {breakTextOf(log)}
          </>
        ),
    },
    {
      key: 'hours',
      header: t('hours'),
      align: 'end',
      cell: ({ isAbsent, workedMinutes }) => !isAbsent && <Code>{duration(workedMinutes)}</Code>,
    },
    {
      key: 'payment',
      header: t('payment'),
      align: 'end',
      place: 'end',
      cell: ({ payment }) => <Money value={payment} />,
    },
    {
      key: 'notes',
      header: t('extraNotes'),
      place: 'hidden',
      cell: ({ extraNotes }) => <Name>{extraNotes}</Name>,
    },
  ];
}
