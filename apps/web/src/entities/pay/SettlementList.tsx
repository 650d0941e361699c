import { Anchor } from '@mantine/core';
import { IconBan, IconCheck, IconFileText, IconPrinter, IconSignature } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/paging.ts';
import { Chip } from '../../ui/Chip.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { PageSection } from '../../ui/PageHeader.tsx';
import { RowActions } from '../../ui/rows.tsx';
import { List } from '../../ui/states.tsx';
import { Money } from '../../ui/values.tsx';
import { useAcknowledge } from './hooks.tsx';
import { printAddressOf, type Settlement } from './pay.ts';
import { PaperCurrency } from './StatementFigures.tsx';
import './pay-lines.css';

const looks = {
  issued: { icon: IconFileText, tone: 'info' },
  acknowledged: { icon: IconCheck, tone: 'success' },
  void: { icon: IconBan, tone: 'quiet' },
} as const satisfies Record<Settlement['status'], object>;

/** How a settlement stands, in a word. */
export function SettlementStatus({ status }: Pick<Settlement, 'status'>) {
  const { t } = useTranslation('settlements');
  return <Chip {...looks[status]}>{t(`statuses.${status}`)}</Chip>;
}

interface Props {
  readonly title: string;
  readonly worker: string;
  /** Whether the caller may acknowledge them: the worker, or whoever settles with them. */
  readonly isAcknowledger: boolean;
}

/** The settlements of a worker, the newest first, each a way to its page. */
export function SettlementList({ title, worker, isAcknowledger }: Props) {
  const { t } = useTranslation('settlements');
  const { t: common } = useTranslation();
  const { number } = useFormat();
  const navigate = useNavigate();
  const acknowledge = useAcknowledge();
  const query = useInfiniteQuery(api.settlements.list.infiniteQueryOptions({ worker }, nextPage));
  const { rows, hasMore } = useRows(query, true);
  const columns = useSettlementColumns();
  return (
    <PageSection title={title}>
      <List query={query} count={rows.length} hasMore={hasMore}>
        <div className="settlement-list">
          <DataTable
            label={title}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={columns}
            rowClass={({ status }) => (status === 'void' ? 'struck' : undefined)}
            actions={(row) => (
              <RowActions
                name={t('named', { number: number(row.number) })}
                actions={[
                  isAcknowledger &&
                    row.status === 'issued' && {
                      text: t('acknowledge'),
                      icon: IconSignature,
                      run: () => acknowledge(row),
                      isNext: true,
                    },
                  {
                    text: common('print'),
                    icon: IconPrinter,
                    run: () => void navigate({ to: printAddressOf(row) }),
                    isButton: true,
                  },
                ]}
              />
            )}
            onOpen={({ _id }) => void navigate({ to: `/pay/settlements/${_id}` as string })}
            empty={t('none')}
          />
        </div>
      </List>
    </PageSection>
  );
}

const Amount = ({ of, field }: { readonly of: Settlement; readonly field: 'payout' | 'balance' }) => (
  <PaperCurrency of={of}>
    <Money value={of[field]} />
  </PaperCurrency>
);

function useSettlementColumns(): Column<Settlement>[] {
  const { t } = useTranslation('settlements');
  const { day, number } = useFormat();
  return [
    {
      key: 'number',
      header: t('fields.number'),
      place: 'first',
      cell: (row) => (
        <Anchor component={Link} to={`/pay/settlements/${row._id}`} inherit>
          {t('named', { number: number(row.number) })}
        </Anchor>
      ),
    },
    {
      key: 'period',
      header: t('period'),
      cell: ({ from, to }) => t('fromTo', { from: day(from), to: day(to) }),
    },
    {
      key: 'payout',
      header: t('paidOut'),
      align: 'end',
      place: 'end',
      cell: (row) => <Amount of={row} field="payout" />,
    },
    {
      key: 'balance',
      header: t('fields.balance'),
      align: 'end',
      cell: (row) => <Amount of={row} field="balance" />,
    },
    {
      key: 'status',
      header: t('fields.status'),
      place: 'state',
      cell: ({ status }) => <SettlementStatus status={status} />,
    },
  ];
}
