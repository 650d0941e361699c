import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { Money, Name } from '../../components/Values.tsx';
import { useFormat } from '../../lib/format.ts';
import { toUnits } from '../../lib/money.ts';
import { ChequeStatus } from './ChequeStatus.tsx';
import { type Cheque, stateOf, states } from './cheque.ts';

interface Props {
  readonly label: string;
  readonly rows: readonly Cheque[];
  /** Of the whole filter, without cancelled ones. */
  readonly total: string | undefined;
  readonly actions: (cheque: Cheque) => ReactNode;
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  readonly onEnd?: () => void;
  readonly empty?: ReactNode;
  /** On a payee's own page the name would stand on every row. */
  readonly withPayee?: boolean;
}

/** The register: open cheques by how urgent they are, cancelled ones struck through. */
export function ChequesTable({ total, withPayee = true, ...props }: Props) {
  const { t } = useTranslation('cheques');
  const { day, today } = useFormat();
  const now = today();
  const columns: Column<Cheque>[] = [
    {
      key: 'serial',
      header: t('serial'),
      cell: ({ serial }) => <span className="ltr serial">{serial}</span>,
      sortBy: ({ serial }) => serial,
      footer: total === undefined ? undefined : t('totalOpen'),
    },
    {
      key: 'dueDate',
      header: t('dueDate'),
      cell: ({ dueDate }) => <span className="number">{day(dueDate)}</span>,
      sortBy: ({ dueDate }) => dueDate,
    },
    {
      key: 'payee',
      header: t('payee'),
      cell: ({ payee, payeeName }) => (
        <Anchor component={Link} to={`/payees/${payee}`} inherit>
          <Name>{payeeName}</Name>
        </Anchor>
      ),
      sortBy: ({ payeeName }) => payeeName,
    },
    {
      key: 'value',
      header: t('value'),
      align: 'end',
      cell: ({ value }) => <Money value={value} />,
      sortBy: ({ value }) => toUnits(value),
      footer: total === undefined ? undefined : <Money value={total} />,
    },
    {
      key: 'description',
      header: t('description'),
      cell: ({ description }) => <Name>{description}</Name>,
      sortBy: ({ description }) => description || null,
    },
    {
      key: 'status',
      header: t('status'),
      cell: (cheque) => <ChequeStatus state={stateOf(cheque, now)} />,
      sortBy: (cheque) => states.indexOf(stateOf(cheque, now)),
    },
  ];
  return (
    <DataTable
      columns={withPayee ? columns : columns.filter(({ key }) => key !== 'payee')}
      rowKey={({ _id }) => _id}
      rowClass={(cheque) => rowClasses[stateOf(cheque, now)]}
      {...props}
    />
  );
}

const rowClasses = { overdue: 'overdue', cancelled: 'struck', soon: undefined, due: undefined } as const;
