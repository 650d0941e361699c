import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  chequeTotals,
  isBilled,
  isPaid,
  type PayeeLine,
  type PayeeStatement,
} from '../../../entities/payees/statement.ts';
import { useFormat } from '../../../lib/format.ts';
import { useIsNarrow } from '../../../lib/narrow.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Code, Money, Name } from '../../../ui/List.tsx';
import { PageSection } from '../../../ui/PageHeader.tsx';

/** Bills and payments by day, and what is open after each. */
export function StatementLines({ lines, totals }: Pick<PayeeStatement, 'lines' | 'totals'>) {
  const { t } = useTranslation('payees');
  const { t: common } = useTranslation();
  const { t: ofCheques } = useTranslation('cheques');
  const { day } = useFormat();
  const isNarrow = useIsNarrow();
  // In a narrow window the figures above say the same.
  const under = (value: string) => !isNarrow && { footer: <Money value={value} /> };
  const columns: Column<PayeeLine>[] = [
    {
      key: 'date',
      header: t('fields.date'),
      place: 'first',
      cell: ({ date }) => day(date),
      ...(!isNarrow && { footer: common('total') }),
    },
    { key: 'kind', header: t('fields.kind'), cell: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'description',
      header: t('fields.description'),
      cell: ({ description }) => <Name>{description}</Name>,
    },
    {
      key: 'dueDate',
      header: t('fields.dueDate'),
      cell: ({ kind, dueDate }) =>
        kind === 'bill' && dueDate && (isNarrow ? t('statement.due', { day: day(dueDate) }) : day(dueDate)),
    },
    {
      key: 'cheque',
      header: t('fields.cheque'),
      cell: ({ kind, cheque, chequeSerial }) =>
        kind !== 'bill' &&
        cheque && (
          <Anchor component={Link} to={`/cheques/${cheque}`} inherit>
            {isNarrow ? ofCheques('named', { serial: chequeSerial }) : <Code>{chequeSerial}</Code>}
          </Anchor>
        ),
    },
    {
      key: 'billed',
      header: t('statement.billed'),
      align: 'end',
      ...(isNarrow && { place: 'hidden' }),
      cell: (line) => isBilled(line) && <Money value={line.value} />,
      ...under(totals.billed),
    },
    {
      key: 'paid',
      header: t('statement.paid'),
      align: 'end',
      ...(isNarrow && { place: 'hidden' }),
      cell: (line) => isPaid(line) && <Money value={line.value} />,
      ...under(totals.paid),
    },
    {
      key: 'value',
      header: t('fields.value'),
      place: isNarrow ? 'end' : 'hidden',
      cell: ({ value }) => <Money value={value} />,
    },
    {
      key: 'open',
      header: t('fields.open'),
      align: 'end',
      ...(isNarrow && { place: 'state' }),
      cell: ({ open }) => (
        <>
          {isNarrow && `${t('fields.open')} `}
          <Money value={open} />
        </>
      ),
      ...under(totals.open),
    },
  ];
  return (
    <PageSection title={t('statement.lines')}>
      <DataTable
        label={t('statement.lines')}
        columns={columns.filter(({ key }) =>
          isNarrow ? !['billed', 'paid'].includes(key) : key !== 'value',
        )}
        rows={lines}
        rowKey={({ kind, bill }) => kind + bill}
        empty={t('statement.nothing')}
      />
    </PageSection>
  );
}

/** The cheques of the payee that are due in the period, with totals by status. */
export function StatementCheques({ cheques, totals }: Pick<PayeeStatement, 'cheques' | 'totals'>) {
  const { t } = useTranslation('payees');
  const { t: ofCheques } = useTranslation('cheques');
  const { day, money, number } = useFormat();
  return (
    <PageSection title={t('statement.cheques')}>
      <DataTable
        label={t('statement.cheques')}
        rows={cheques}
        rowKey={({ _id }) => _id}
        empty={t('statement.noCheques')}
        columns={[
          {
            key: 'dueDate',
            header: ofCheques('fields.dueDate'),
            place: 'first',
            cell: ({ dueDate }) => day(dueDate),
          },
          {
            key: 'serial',
            header: ofCheques('fields.serial'),
            cell: ({ _id, serial }) => (
              <Anchor component={Link} to={`/cheques/${_id}`} inherit>
                <Code>{serial}</Code>
              </Anchor>
            ),
          },
          {
            key: 'status',
            header: ofCheques('fields.status'),
            place: 'state',
            cell: ({ status }) => ofCheques(`statuses.${status}`),
          },
          {
            key: 'value',
            header: ofCheques('fields.value'),
            align: 'end',
            place: 'end',
            cell: ({ value }) => <Money value={value} />,
          },
        ]}
      />
      {cheques.length > 0 && (
        <Text component="ul" size="sm" className="plain-list">
          {chequeTotals(totals).map(({ status, count, total }) => (
            <li key={status}>
              {t('statement.ofStatus', {
                status: ofCheques(`statuses.${status}`),
                count: number(count),
                total: money(total),
              })}
            </li>
          ))}
        </Text>
      )}
    </PageSection>
  );
}
