import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useWithPending } from '../../../data/change.tsx';
import type { Rate, Worker } from '../../../entities/pay/pay.ts';
import { useFormat } from '../../../lib/format.ts';
import { nextPage, useRows } from '../../../lib/rows.ts';
import { useToday } from '../../../lib/today.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { List } from '../../../ui/List.tsx';
import { Part } from '../../../ui/Part.tsx';
import { Day, Money, Name } from '../../../ui/Values.tsx';
import { RateSteps } from './RateSteps.tsx';
import { rateOn } from './rates.ts';
import type { RateEditor } from './useRateEditor.tsx';

interface Props {
  readonly worker: Worker;
  readonly editor: RateEditor;
}

/** What a worker earns, over time; for those alone who may read it. */
export function Rates({ worker, editor: { create, open, actions } }: Props) {
  const { t } = useTranslation('statement');
  const { t: texts } = useTranslation('rates');
  const today = useToday();
  const query = useInfiniteQuery(api.rates.list.infiniteQueryOptions({ worker: worker._id }, nextPage));
  const { rows: loaded, hasMore } = useRows(query, true);
  const rates = useWithPending<Rate>(loaded, 'rates');
  const columns = useRateColumns(rateOn(rates, today));
  return (
    <Part
      title={texts('title')}
      aside={
        create && (
          <Button
            size="compact-md"
            variant="light"
            className="no-print"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => create(today)}
          >
            {texts('new')}
          </Button>
        )
      }
    >
      <List query={query} count={rates.length} hasMore={hasMore}>
        {rates.length > 1 && <RateSteps rates={rates} />}
        <DataTable
          label={texts('title')}
          columns={columns}
          rows={rates}
          rowKey={({ _id }) => _id}
          actions={actions}
          onOpen={open}
          empty={t('rates.none')}
        />
      </List>
    </Part>
  );
}

function useRateColumns(present: Rate | undefined): Column<Rate>[] {
  const { t } = useTranslation('statement');
  const { t: texts } = useTranslation('rates');
  const { duration, number } = useFormat();
  const terms = ({ basis, dayMinutes, overtimeFactor, monthDays }: Rate) => {
    if (basis === 'none') return '';
    if (basis === 'month') return t('rates.monthDays', { days: number(monthDays) });
    return t('rates.overtime', { duration: duration(dayMinutes), factor: number(Number(overtimeFactor)) });
  };
  return [
    {
      key: 'from',
      header: texts('fields.from'),
      place: 'first',
      cell: (row) => (
        <>
          <Day value={row.from} /> {row._id === present?._id && <Chip tone="info">{t('rates.present')}</Chip>}
        </>
      ),
    },
    { key: 'basis', header: texts('fields.basis'), cell: ({ basis }) => texts(`bases.${basis}`) },
    {
      key: 'amount',
      header: texts('fields.amount'),
      align: 'end',
      place: 'end',
      cell: ({ basis, amount }) => basis !== 'none' && <Money value={amount} />,
    },
    { key: 'terms', header: t('rates.terms'), cell: terms },
    {
      key: 'extraNotes',
      header: texts('fields.extraNotes'),
      place: 'hidden',
      cell: ({ extraNotes }) => <Name>{extraNotes}</Name>,
    },
  ];
}
