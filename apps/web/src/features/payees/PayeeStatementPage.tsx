import { isApiError } from '@daybook/client';
import { Anchor, Text } from '@mantine/core';
import { IconArrowLeft, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useListFiles } from '../../data/list-files.ts';
import {
  chequeTotals,
  isBilled,
  isPaid,
  type PayeeLine,
  type PayeeStatement,
  printPayeeStatementOf,
} from '../../entities/payees/statement.ts';
import { addDays, type Period, periodOf } from '../../lib/dates.ts';
import { useFormat, useToday } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { inOrder, useFilters } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { useFile } from '../../ui/ExportMenu.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { PageActions, PageHeader, PageSection } from '../../ui/PageHeader.tsx';
import { PeriodBar } from '../../ui/PeriodBar.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Code, Money, Name } from '../../ui/values.tsx';
import { PeriodSearch } from '../search.ts';
import { PayeeNotFound } from './PayeeNotFound.tsx';

interface ActionsProps {
  readonly payee: string;
  readonly name: string;
  readonly period: Period;
}

/** The statement on paper, or as a file. */
function Actions({ payee, name, period }: ActionsProps) {
  const { t } = useTranslation('payees');
  const navigate = useNavigate();
  const files = useListFiles({ path: `/payees/${payee}/statement`, filters: { ...period } });
  const save = useFile(`statement-${period.from}-${period.to}`);
  return (
    <PageActions
      name={name}
      actions={[
        {
          text: t('statement.print'),
          icon: IconPrinter,
          run: () => void navigate({ to: printPayeeStatementOf(payee, period) }),
          isButton: true,
        },
        ...files.map((file) => ({
          text: file.title,
          icon: file.ending === 'xlsx' ? IconFileSpreadsheet : IconFileTypeCsv,
          run: () => void save(file),
        })),
      ]}
    />
  );
}

/** What was open before, billed, paid, and is open at the end. */
function PayeeFigures({ from, to, opening, totals }: PayeeStatement) {
  const { t } = useTranslation('payees');
  const { day } = useFormat();
  return (
    <Figures>
      <FigureCard label={t('statement.opening')} value={opening} note={day(addDays(from, -1))} />
      <FigureCard label={t('statement.billed')} value={totals.billed} />
      <FigureCard label={t('statement.paid')} value={totals.paid} />
      <FigureCard label={t('fields.open')} value={totals.open} note={day(to)} />
    </Figures>
  );
}

/** What a payee billed, was paid, and is still to get, over a month or any other days. */
export function PayeeStatementPage() {
  const { t } = useTranslation('payees');
  const { payeeID } = useParams({ from: '/staff/payees/$payeeID/statement' });
  const [asked, setFilters] = useFilters(PeriodSearch);
  const period = periodOf(asked, useToday());
  const { data, error, refetch } = useQuery({
    ...api.payees.statement.queryOptions({ payeeID, ...inOrder(period) }),
    placeholderData: keepPreviousData,
  });
  if (isApiError(error) && error.data.code === 'NOT_FOUND') return <PayeeNotFound />;
  return (
    <>
      <Anchor component={Link} to={`/payees/${payeeID}`} size="sm" className="no-print back">
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {data?.payeeName ?? t('payee')}
      </Anchor>
      <PageHeader title={data ? t('statement.title', { name: data.payeeName }) : t('statement.link')}>
        {data && <Actions payee={payeeID} name={data.payeeName} period={inOrder(period)} />}
      </PageHeader>
      <PeriodBar period={period} onChange={setFilters} />
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {data ? <Shown statement={data} /> : !error && <Loading />}
    </>
  );
}

function Shown({ statement }: { readonly statement: PayeeStatement }) {
  const { t } = useTranslation('payees');
  const { lines } = statement;
  return (
    <>
      <PayeeFigures {...statement} />
      <StatementLines {...statement} />
      {lines.some(({ kind }) => kind === 'expense') && (
        <Text size="sm" c="dimmed" mb="md">
          {t('statement.expenses')}
        </Text>
      )}
      <StatementCheques {...statement} />
    </>
  );
}

/** Bills and payments by day, and what is open after each. */
function StatementLines({ lines, totals }: Pick<PayeeStatement, 'lines' | 'totals'>) {
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
function StatementCheques({ cheques, totals }: Pick<PayeeStatement, 'cheques' | 'totals'>) {
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
