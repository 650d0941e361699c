import { Button, Group, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { totalOf } from '../../entities/cheques/months.ts';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { useFormat } from '../../lib/format.ts';
import { DataTable } from '../../ui/DataTable.tsx';

interface Props {
  readonly day: string;
  readonly cheques: readonly Cheque[];
  readonly actions: (cheque: Cheque) => ReactNode;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly onCreate: (() => void) | undefined;
}

/** The list of one day under the calendar; comes into view and takes the focus when it opens. */
export function DayCheques({ day, cheques, onCreate, ...table }: Props) {
  const { t } = useTranslation('cheques');
  const { longDay } = useFormat();
  const moved = cheques.filter(({ dueDate }) => dueDate !== day).length;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is opened anew
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'nearest' });
  }, [day]);
  return (
    <section aria-label={longDay(day)}>
      <Group justify="space-between" mt="lg" mb="xs">
        <Title order={3} size="h4" ref={heading} tabIndex={-1} className="day-title">
          {longDay(day)}
        </Title>
        {onCreate && (
          <Button
            size="compact-md"
            variant="light"
            className="no-print"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={onCreate}
          >
            {t('newOnDay')}
          </Button>
        )}
      </Group>
      {moved > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          {t('moved', { count: moved })}
        </Text>
      )}
      <DataTable
        label={longDay(day)}
        rows={cheques}
        rowKey={({ _id }) => _id}
        empty={t('nothingDue')}
        {...useChequeTable({ total: totalOf(cheques).total, isOfOpen: true })}
        {...table}
      />
    </section>
  );
}
