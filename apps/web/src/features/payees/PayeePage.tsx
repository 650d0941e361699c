import { isApiError } from '@daybook/client';
import { openStatuses } from '@daybook/domain';
import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import {
  IconArrowLeft,
  IconListDetails,
  IconMail,
  IconNote,
  IconPencil,
  IconPhone,
  IconTrash,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useWithPending } from '../../data/change.tsx';
import { HistoryPanel } from '../../data/history/history.tsx';
import { useListFiles } from '../../data/list-files.ts';
import { useMay } from '../../data/me.ts';
import { useRemoval } from '../../data/removal.ts';
import { Attachments } from '../../entities/attachments/Attachments.tsx';
import { BillsOf } from '../../entities/bills/BillsOf.tsx';
import { openTotal } from '../../entities/bills/bill.ts';
import { type Cheque, type Upcoming, upcomingOf } from '../../entities/cheques/cheque.ts';
import { DueFigures } from '../../entities/cheques/DueFigures.tsx';
import { useChequeEditor } from '../../entities/cheques/useChequeEditor.tsx';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { type Payee, PayeeForm } from '../../entities/payees/PayeePicker.tsx';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/paging.ts';
import { useFilters } from '../../lib/search.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { NewButton, PageHeader } from '../../ui/PageHeader.tsx';
import { Mail, Phone } from '../../ui/PhoneInput.tsx';
import { ErrorState, List, Loading } from '../../ui/states.tsx';
import { Money, Name } from '../../ui/values.tsx';
import { PayeeSearch } from '../search.ts';
import { PayeeNotFound } from './PayeeNotFound.tsx';
import './payees.css';

interface Props {
  readonly payeeID: string;
  readonly actions: (cheque: Cheque) => ReactNode;
  readonly onOpen: ((cheque: Cheque) => void) | undefined;
}

/** All cheques of a payee, their totals, and what is still to come. */
export function PayeeCheques({ payeeID, actions, onOpen }: Props) {
  const { t } = useTranslation('payees');
  const { today } = useFormat();
  const [{ sort }, setFilters] = useFilters(PayeeSearch);
  const filters = { payee: payeeID };
  const query = useInfiniteQuery(api.cheques.list.infiniteQueryOptions(filters, nextPage));
  const { rows: loaded, all, hasMore } = useRows(query, true);
  const rows = useWithPending(loaded, 'cheques');
  const { data: summary } = useQuery(api.cheques.summary.queryOptions(filters));
  const { columns, rowClass } = useChequeTable({ total: summary?.total });
  const files = useListFiles({ path: '/cheques', filters });
  const upcoming = upcomingOf(rows, today());
  return (
    <>
      <DueFigures filters={filters} />
      {query.data && !hasMore && rows.length > 0 && <UpcomingTable months={upcoming} />}
      <div className="section-head">
        <Title order={2} size="h4">
          {t('cheques')}
        </Title>
        {rows.length > 0 && (
          <div className="section-buttons no-print">
            <ExportMenu name="cheques" files={files} rows={all} />
          </div>
        )}
      </div>
      <List query={query} count={rows.length} hasMore={hasMore}>
        <DataTable
          label={t('cheques')}
          rows={rows}
          rowKey={({ _id }) => _id}
          // The name would stand on every row.
          columns={columns.filter(({ key }) => key !== 'payee')}
          rowClass={rowClass}
          actions={actions}
          onOpen={onOpen}
          sort={sort}
          onSort={(value) => setFilters({ sort: value })}
          empty={t('noCheques')}
        />
      </List>
    </>
  );
}

function UpcomingTable({ months }: { readonly months: readonly Upcoming[] }) {
  const { t } = useTranslation('payees');
  const format = useFormat();
  const columns: Column<Upcoming>[] = [
    { key: 'month', header: t('month'), cell: ({ month }) => format.month(month) },
    { key: 'count', header: t('count'), align: 'end', cell: ({ count }) => format.number(count) },
    {
      key: 'total',
      header: t('total'),
      align: 'end',
      place: 'end',
      cell: ({ total }) => <Money value={total} />,
    },
  ];
  return (
    <section className="upcoming">
      <Title order={2} size="h4" mb="xs">
        {t('upcoming')}
      </Title>
      {months.length === 0 ? (
        <Text c="dimmed">{t('nothingUpcoming')}</Text>
      ) : (
        <DataTable label={t('upcoming')} columns={columns} rows={months} rowKey={({ month }) => month} />
      )}
    </section>
  );
}

export function PayeeContact({ payee: { phoneNumber, email, extraNotes } }: { readonly payee: Payee }) {
  const { t } = useTranslation('payees');
  if (!phoneNumber && !email && !extraNotes)
    return (
      <Text c="dimmed" mb="md">
        {t('noContact')}
      </Text>
    );
  return (
    <Group component="dl" gap="xl" mt={0} mb="md" align="flex-start">
      {phoneNumber && (
        <Item icon={<IconPhone size={18} aria-hidden />} name={t('fields.phoneNumber')}>
          <Phone>{phoneNumber}</Phone>
        </Item>
      )}
      {email && (
        <Item icon={<IconMail size={18} aria-hidden />} name={t('fields.email')}>
          <Mail>{email}</Mail>
        </Item>
      )}
      {extraNotes && (
        <Item icon={<IconNote size={18} aria-hidden />} name={t('fields.extraNotes')}>
          <Text component="span" className="notes">
            <Name>{extraNotes}</Name>
          </Text>
        </Item>
      )}
    </Group>
  );
}

function Item({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="contact">
      <Text component="dt" size="sm" c="dimmed" className="figure-label">
        {icon}
        {name}
      </Text>
      <dd className="plain">{children}</dd>
    </div>
  );
}

/** One payee: how to reach it, and every cheque written to it. */
export function PayeePage() {
  const { t } = useTranslation('payees');
  const { payeeID } = useParams({ from: '/staff/payees/$payeeID' });
  const { data: payee, error, refetch } = useQuery(api.payees.get.queryOptions({ payeeID }));
  if (isApiError(error) && error.data.code === 'NOT_FOUND') return <PayeeNotFound />;
  return (
    <>
      <Anchor
        component={Link}
        to="/payees"
        activeOptions={{ exact: true }}
        size="sm"
        className="no-print back"
      >
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('all')}
      </Anchor>
      {error && <ErrorState error={error} reset={() => void refetch()} />}
      {payee ? <PayeeDetails payee={payee} /> : !error && <Loading />}
    </>
  );
}

function PayeeDetails({ payee }: { readonly payee: Payee }) {
  const { t } = useTranslation('payees');
  const { t: common } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const remove = useRemoval<Payee>({
    resource: 'payees',
    nameOf: ({ name }) => name,
    onRemoved: () => void navigate({ to: '/payees' }),
  });
  const [isEdited, setEdited] = useState(false);
  const { create, open, actions, form } = useChequeEditor();
  return (
    <>
      <PageHeader title={payee.name} record={payee._id}>
        {may('payees.statement') && (
          <Button
            component={Link}
            to={`/payees/${payee._id}/statement`}
            variant="default"
            leftSection={<IconListDetails size={16} aria-hidden />}
          >
            {t('statement.link')}
          </Button>
        )}
        {may('payees.remove') && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => remove(payee)}
          >
            {common('delete')}
          </Button>
        )}
        {may('payees.update') && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => setEdited(true)}
          >
            {common('edit')}
          </Button>
        )}
        {create && <NewButton onClick={() => create({ payee })}>{t('newCheque')}</NewButton>}
      </PageHeader>
      <PayeeContact payee={payee} />
      {may('cheques.list') && may('bills.list') && <OpenTotal payee={payee._id} />}
      {may('bills.list') && <BillsOf filters={{ payee: payee._id }} empty={t('noBills')} />}
      {may('cheques.list') && <PayeeCheques payeeID={payee._id} actions={actions} onOpen={open} />}
      <Attachments
        owner={{ kind: 'payees', id: payee._id, name: payee.name }}
        mayChange={may('attachments.addToPayee')}
      />
      <HistoryPanel record={payee._id} />
      {isEdited && <PayeeForm row={payee} onClose={() => setEdited(false)} />}
      {form}
    </>
  );
}

/** What is still to be paid to a payee, by cheques and otherwise. */
function OpenTotal({ payee }: { readonly payee: string }) {
  const { t } = useTranslation('payees');
  const bills = useRows(
    useInfiniteQuery(api.bills.list.infiniteQueryOptions({ payee, status: 'due' }, nextPage)),
    true,
  );
  const cheques = useRows(
    useInfiniteQuery(api.cheques.list.infiniteQueryOptions({ payee, status: openStatuses.join() }, nextPage)),
    true,
  );
  const isKnown = !bills.hasMore && !cheques.hasMore;
  return (
    <Figures>
      <FigureCard
        label={t('openTotal')}
        value={isKnown ? openTotal(bills.rows, cheques.rows) : undefined}
        note={t('openNote')}
      />
    </Figures>
  );
}
