import type { Outputs } from '@daybook/client';
import { Anchor, Button, Collapse } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toUnits } from '../../lib/amounts.ts';
import { useFormat } from '../../lib/format.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Code, Money, Name } from '../../ui/values.tsx';

type Line = Outputs['logs']['summary']['workers'][number];

interface Props {
  readonly lines: readonly Line[];
  readonly isOpen: boolean;
  readonly onChoose: (worker: string) => void;
}

/** One line for each worker; the name narrows the table to it. */
export function WorkerTotals({ lines, isOpen, onChoose }: Props) {
  const { t } = useTranslation('logs');
  const { number, duration } = useFormat();
  const [sort, setSort] = useState<string>();
  const columns: Column<Line>[] = [
    {
      key: 'worker',
      header: t('fields.worker'),
      cell: ({ worker, workerName }) => (
        <Anchor component="button" type="button" size="sm" onClick={() => onChoose(worker)}>
          <Name>{workerName}</Name>
        </Anchor>
      ),
      sortBy: ({ workerName }) => workerName,
    },
    {
      key: 'days',
      header: t('daysWorked'),
      align: 'end',
      cell: ({ daysWorked }) => number(daysWorked),
      sortBy: ({ daysWorked }) => daysWorked,
    },
    {
      key: 'hours',
      header: t('hours'),
      align: 'end',
      cell: ({ workedMinutes }) => <Code>{duration(workedMinutes)}</Code>,
      sortBy: ({ workedMinutes }) => workedMinutes,
    },
    {
      key: 'payments',
      place: 'end',
      header: t('payments'),
      align: 'end',
      cell: ({ payments }) => <Money value={payments} />,
      sortBy: ({ payments }) => toUnits(payments),
    },
    {
      key: 'absences',
      header: t('absences'),
      align: 'end',
      cell: ({ absences }) => number(absences),
      sortBy: ({ absences }) => absences,
    },
  ];
  return (
    <Collapse expanded={isOpen} mb={isOpen ? 'lg' : 0}>
      {isOpen && (
        <DataTable
          label={t('byWorker', { count: lines.length })}
          columns={columns}
          rows={lines}
          rowKey={({ worker }) => worker}
          sort={sort}
          onSort={setSort}
        />
      )}
    </Collapse>
  );
}

interface ButtonProps {
  readonly count: number;
  readonly isOpen: boolean;
  readonly onClick: () => void;
}

/** Opens and closes it. */
export function WorkerTotalsButton({ count, isOpen, onClick }: ButtonProps) {
  const { t } = useTranslation('logs');
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className="no-print"
      aria-expanded={isOpen}
      onClick={onClick}
      rightSection={<IconChevronDown size={16} aria-hidden className={isOpen ? 'turned' : undefined} />}
    >
      {t('byWorker', { count })}
    </Button>
  );
}
