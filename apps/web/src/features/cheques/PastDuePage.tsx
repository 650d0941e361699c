import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDismissal } from '../../data/dismissals.ts';
import { useSelection } from '../../data/useSelection.tsx';
import type { Cheque } from '../../entities/cheques/cheque.ts';
import { totalOf } from '../../entities/cheques/months.ts';
import { useChequeEvents } from '../../entities/cheques/useChequeEvents.ts';
import { useChequeTable } from '../../entities/cheques/useChequeTable.tsx';
import { useFormat } from '../../lib/format.ts';
import { useRows } from '../../lib/rows.ts';
import { useFilters } from '../../lib/search.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { sorted } from '../../ui/sorting.ts';
import { Day, Money } from '../../ui/Values.tsx';
import { clearedOn, probablyCleared, unmarkedOf } from './past-due.ts';
import { pastDueQuery } from './past-due-query.ts';
import { PastDueSearch } from './search.ts';

/** The cheques that are past due and of which nobody has recorded anything: which of them have cleared? */
export function PastDuePage() {
  const { t } = useTranslation('cheques');
  const today = useFormat().today();
  const query = useInfiniteQuery(pastDueQuery(today));
  const { rows, hasMore } = useRows(query, true);
  const cheques = unmarkedOf(rows, today);
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
    order: () => sorted(cheques, columns, sort),
    nameOf: ({ serial }) => serial,
    initial: probablyCleared(cheques, today).map(({ _id }) => _id),
  });
  const leave = () => {
    dismiss();
    void navigate({ to: '/cheques' });
  };
  const date = clearedOn(selected);
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
          {t('count', { count })}
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
