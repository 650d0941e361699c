import { Anchor, Button } from '@mantine/core';
import { IconFileCheck, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useWithPending } from '../../../data/change.tsx';
import type { useEntryEditor } from '../../../entities/pay/EntryForm.tsx';
import type { PayEntry, Worker } from '../../../entities/pay/pay.ts';
import type { Period } from '../../../lib/periods.ts';
import { nextPage, useRows } from '../../../lib/rows.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Code, Day, List, Money, Name } from '../../../ui/List.tsx';
import { PageSection } from '../../../ui/PageHeader.tsx';

interface Props {
  readonly worker: Worker;
  readonly period: Period;
  readonly editor: ReturnType<typeof useEntryEditor>;
  /** Whether the caller may pay this worker. */
  readonly mayPay: boolean;
}

/** Advances, payouts and the like of a period; what belongs to a settlement is its own to change. */
export function Entries({ worker, period, editor: { create, open, actions }, mayPay }: Props) {
  const { t } = useTranslation('statement');
  const { t: texts } = useTranslation('payEntries');
  const filters = { worker: worker._id, ...period };
  const query = useInfiniteQuery(api.payEntries.list.infiniteQueryOptions(filters, nextPage));
  const { rows: loaded, hasMore } = useRows(query, true);
  const rows = useWithPending<PayEntry>(loaded, 'payEntries');
  const columns = useEntryColumns();
  return (
    <PageSection
      title={t('entries.title')}
      aside={
        create &&
        mayPay && (
          <Button
            size="compact-md"
            variant="light"
            className="no-print"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => create({ worker })}
          >
            {texts('new')}
          </Button>
        )
      }
    >
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={t('entries.title')}
          columns={columns}
          rows={rows}
          rowKey={({ _id }) => _id}
          actions={actions}
          onOpen={mayPay ? open : undefined}
          empty={t('entries.none')}
        />
      </List>
    </PageSection>
  );
}

function useEntryColumns(): Column<PayEntry>[] {
  const { t } = useTranslation('statement');
  const { t: texts } = useTranslation('payEntries');
  return [
    { key: 'date', header: texts('fields.date'), cell: ({ date }) => <Day value={date} /> },
    { key: 'kind', header: texts('fields.kind'), place: 'first', cell: ({ kind }) => texts(`kinds.${kind}`) },
    {
      key: 'amount',
      header: texts('fields.amount'),
      align: 'end',
      place: 'end',
      cell: ({ amount }) => <Money value={amount} />,
    },
    {
      key: 'cheque',
      header: texts('fields.cheque'),
      cell: ({ cheque, chequeName }) =>
        cheque && (
          <Anchor component={Link} to={`/cheques/${cheque}`} inherit>
            <Code>{chequeName}</Code>
          </Anchor>
        ),
    },
    {
      key: 'extraNotes',
      header: texts('fields.extraNotes'),
      cell: ({ extraNotes }) => <Name>{extraNotes}</Name>,
    },
    {
      key: 'settlement',
      header: t('entries.settlement'),
      place: 'state',
      cell: ({ settlement }) =>
        settlement && (
          <Anchor component={Link} to={`/pay/settlements/${settlement}`} inherit>
            <Chip tone="info" icon={IconFileCheck}>
              {t('entries.ofSettlement')}
            </Chip>
          </Anchor>
        ),
    },
  ];
}
