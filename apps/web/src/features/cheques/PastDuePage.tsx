import { allowedEvents } from '@daybook/domain';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { BulkForm } from '../../data/bulk.ts';
import { useDismissal } from '../../data/dismissals.ts';
import { useSelection } from '../../data/useSelection.tsx';
import { type Cheque, type RecordedKind, totalOf } from '../../entities/cheques/cheque.ts';
import { useChequeEvents } from '../../entities/cheques/events.ts';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { useFormat } from '../../lib/format.ts';
import { useRows } from '../../lib/paging.ts';
import { useFilters } from '../../lib/search.ts';
import { sortRows } from '../../ui/columns.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ErrorState, Loading } from '../../ui/states.tsx';
import { Day, Money } from '../../ui/values.tsx';
import { PastDueSearch } from '../search.ts';
import { pastDueQuery } from './ChequesHeader.tsx';
import { clearedDay, probablyClearedCheques, unmarkedCheques } from './past-due.ts';

/** The cheques that are past due and of which nobody has recorded anything: which of them have cleared? */
export function PastDuePage() {
  const { t } = useTranslation('cheques');
  const today = useFormat().today();
  const query = useInfiniteQuery(pastDueQuery(today));
  const { rows, hasMore } = useRows(query, true);
  const cheques = unmarkedCheques(rows, today);
  return (
    <>
      <Anchor
        component={Link}
        to="/cheques"
        activeOptions={{ exact: true }}
        size="sm"
        className="no-print back"
      >
        <IconArrowLeft size={16} className="mirrored" aria-hidden /> {t('title')}
      </Anchor>
      <PageHeader title={t('pastDue.title')} />
      {query.error && <ErrorState error={query.error} reset={() => void query.refetch()} />}
      {query.data && !hasMore ? <Ticks cheques={cheques} /> : !query.error && <Loading />}
    </>
  );
}

function Ticks({ cheques }: { readonly cheques: readonly Cheque[] }) {
  const { t } = useTranslation('cheques');
  const today = useFormat().today();
  const navigate = useNavigate();
  const { dismiss, askAgain } = useDismissal('pastDueCheques');
  const { record } = useChequeEvents();
  const [{ sort = 'dueDate' }, setFilters] = useFilters(PastDueSearch);
  const { columns } = useChequeTable({ total: undefined });
  const { selected, column, allBox, tap } = useSelection({
    rows: cheques,
    order: () => sortRows(cheques, columns, sort),
    nameOf: ({ serial }) => serial,
    initial: probablyClearedCheques(cheques, today).map(({ _id }) => _id),
  });
  const leave = () => {
    dismiss();
    void navigate({ to: '/cheques' });
  };
  const date = clearedDay(selected);
  const save = () => {
    if (date) void record(selected, { kind: 'clear', date }, askAgain);
    leave();
  };
  if (cheques.length === 0) return <Text>{t('pastDue.nothing')}</Text>;
  const { count, total } = totalOf(selected);
  return (
    <>
      <Text mb="sm">{t('pastDue.text')}</Text>
      {allBox}
      <DataTable
        label={t('pastDue.title')}
        columns={[column, ...columns.filter(({ key }) => key !== 'status')]}
        rows={cheques}
        rowKey={({ _id }) => _id}
        sort={sort}
        onSort={(value) => setFilters({ sort: value })}
        onOpen={tap}
      />
      <Group className="bulk-bar no-print" component="section" aria-label={t('pastDue.ticked')} gap="xs">
        <Text size="sm" role="status">
          {count > 0 ? t('count', { count }) : t('pastDue.none')}
          {count > 0 && (
            <>
              {' · '}
              <strong>
                <Money value={total} />
              </strong>
            </>
          )}
        </Text>
        <Button size="compact-md" disabled={count === 0} onClick={save}>
          {t('pastDue.record')}
        </Button>
        <Button size="compact-md" variant="default" onClick={leave}>
          {t('pastDue.leaveOpen')}
        </Button>
        {date && (
          <Text size="sm" c="dimmed">
            {t('pastDue.recordedOn')} <Day value={date} />
          </Text>
        )}
      </Group>
    </>
  );
}

const kinds = ['clear', 'present', 'bounce', 'stop', 'cancel'] as const satisfies readonly RecordedKind[];

/** What can be recorded of several cheques at once. @param ask opens the form of an event */
export function useBulkForms(
  ask: (cheques: readonly Cheque[], kind: RecordedKind, onRecorded: () => void) => void,
): readonly BulkForm<Cheque>[] {
  const { t } = useTranslation('cheques');
  const { t: printing } = useTranslation('printing');
  const navigate = useNavigate();
  const list: BulkForm<Cheque> = {
    name: printing('listTitle'),
    needs: 'cheques.list',
    // The others were not handed over.
    isFor: ({ isCancelled }) => !isCancelled,
    open: (cheques) =>
      void navigate({ to: '/print/list', search: { ids: cheques.map(({ _id }) => _id).join() } as never }),
  };
  const events = kinds.map(
    (kind): BulkForm<Cheque> => ({
      name: kind === 'cancel' ? t('cancelMany') : t(`actions.${kind}`),
      needs: 'cheques.addEvents',
      isFor: (cheque) => allowedEvents(cheque).includes(kind),
      open: (cheques, onDone) => ask(cheques, kind, onDone),
    }),
  );
  return [...events, list];
}
