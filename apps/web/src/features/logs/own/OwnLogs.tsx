import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../components/DataTable.tsx';
import { Code, Money, Name } from '../../../components/Values.tsx';
import { useFormat } from '../../../lib/format.ts';
import { AbsentBadge, Finish } from '../LogValue.tsx';
import type { Log } from '../logic/values.ts';

interface Props {
  readonly logs: readonly Log[];
  readonly label: string;
}

/** A worker's own logs, to be read. */
export function OwnLogs({ logs, label }: Props) {
  const { t } = useTranslation('logs');
  const { day, weekday, clock, duration } = useFormat();
  const columns: Column<Log>[] = [
    {
      key: 'date',
      header: t('date'),
      cell: ({ date }) => (
        <span className="number">
          {day(date)}{' '}
          <Text span size="xs" c="dimmed">
            {weekday(date)}
          </Text>
        </span>
      ),
    },
    {
      key: 'times',
      header: t('times'),
      cell: (log) =>
        log.isAbsent ? (
          <AbsentBadge />
        ) : (
          <span dir="ltr">
            {log.startingTime && <Code>{clock(log.startingTime)}</Code>}–<Finish log={log} />
          </span>
        ),
    },
    {
      key: 'hours',
      header: t('hours'),
      align: 'end',
      cell: ({ durationMinutes, isAbsent }) => !isAbsent && <Code>{duration(durationMinutes)}</Code>,
    },
    { key: 'payment', header: t('payment'), align: 'end', cell: ({ payment }) => <Money value={payment} /> },
    { key: 'notes', header: t('extraNotes'), cell: ({ extraNotes }) => <Name>{extraNotes}</Name> },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={logs}
      rowKey={({ _id }) => _id}
      rowClass={({ isAbsent }) => (isAbsent ? 'absent' : undefined)}
    />
  );
}
