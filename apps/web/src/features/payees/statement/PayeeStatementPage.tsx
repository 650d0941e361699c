import { isApiError } from '@daybook/client';
import { Anchor, Text } from '@mantine/core';
import { IconArrowLeft, IconFileSpreadsheet, IconFileTypeCsv, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useListFiles } from '../../../data/list-files.ts';
import { type PayeeStatement, printPayeeStatementOf } from '../../../entities/payees/statement.ts';
import { addDays } from '../../../lib/dates.ts';
import { useFormat, useToday } from '../../../lib/format.ts';
import { type Period, periodOf } from '../../../lib/periods.ts';
import { inOrder, useFilters } from '../../../lib/search.ts';
import { useFile } from '../../../ui/ExportMenu.tsx';
import { FigureCard, Figures } from '../../../ui/FigureCard.tsx';
import { PageActions, PageHeader } from '../../../ui/PageHeader.tsx';
import { PeriodBar } from '../../../ui/PeriodBar.tsx';
import { ErrorState, Loading } from '../../../ui/states.tsx';
import { StatementSearch } from '../../search.ts';
import { PayeeNotFound } from '../PayeeNotFound.tsx';
import { StatementCheques, StatementLines } from './StatementLines.tsx';

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
function StatementFigures({ from, to, opening, totals }: PayeeStatement) {
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
  const [asked, setFilters] = useFilters(StatementSearch);
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
      <StatementFigures {...statement} />
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
