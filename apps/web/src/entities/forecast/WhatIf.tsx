import { openStatuses } from '@daybook/domain';
import { Button, Checkbox, Collapse, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconCalendarShare } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { useBusiness } from '../../lib/business.ts';
import { useFormat } from '../../lib/format.ts';
import { nextPage, useRows } from '../../lib/paging.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { List } from '../../ui/states.tsx';
import { Money, Name } from '../../ui/values.tsx';
import { type Forecast, type ForecastDay, lowestOf } from './forecast.ts';
import { type Movable, type Moves, paidOn, withMoved } from './what-if.ts';

interface Item extends Movable {
  readonly name: string;
  readonly payeeName: string;
}

/** What an account is to pay until a day: open cheques, and due bills that no open cheque pays. */
function useMovables({ account, to }: Pick<Forecast, 'account' | 'to'>, enabled: boolean) {
  const { t } = useTranslation('cheques');
  // Also those of other accounts: a bill that one of them pays is not counted.
  const cheques = useInfiniteQuery({
    ...api.cheques.list.infiniteQueryOptions({ status: openStatuses.join() }, nextPage),
    enabled,
  });
  const bills = useInfiniteQuery({
    ...api.bills.list.infiniteQueryOptions({ account, status: 'due', dueTo: to }, nextPage),
    enabled,
  });
  const [open, due] = [useRows(cheques, enabled), useRows(bills, enabled)];
  const paying = new Set<string | null>(open.rows.map(({ _id }) => _id));
  const items: Item[] = [
    ...open.rows
      .filter((cheque) => cheque.account === account && cheque.dueDate <= to)
      .map(({ _id: id, dueDate, value, serial, payeeName }) => ({
        ...{ id, kind: 'cheques' as const, dueDate, value },
        ...{ name: t('named', { serial }), payeeName },
      })),
    ...due.rows.flatMap(({ _id: id, dueDate, value, description, payeeName, cheque }) =>
      dueDate === null || paying.has(cheque)
        ? []
        : [{ ...{ id, kind: 'bills' as const, dueDate, value }, name: description, payeeName }],
    ),
  ];
  return {
    cheques,
    items: items.toSorted((one, other) => one.dueDate.localeCompare(other.dueDate)),
    hasMore: open.hasMore || due.hasMore || bills.isPending,
  };
}

const NONE: Moves = new Map();

/** What is moved for a look, and the forecast that follows from it; nothing of it is saved. */
export function useWhatIf(forecast: Forecast) {
  const { weekend } = useBusiness();
  const [isOpen, setOpen] = useState(false);
  const [moves, setMoves] = useState(NONE);
  const { items, ...loaded } = useMovables(forecast, isOpen);
  const result = isOpen ? withMoved(forecast, items, moves, weekend) : forecast;
  return {
    ...loaded,
    items,
    moves,
    isOpen,
    toggle: () => setOpen(!isOpen),
    /** By so many weeks in all. */
    move: (id: string, weeks: number) => setMoves(new Map([...moves, [id, weeks]])),
    reset: () => setMoves(NONE),
    /** Undefined where nothing is moved. */
    moved: result === forecast ? undefined : result,
  };
}

interface Props {
  readonly forecast: Forecast;
  readonly whatIf: ReturnType<typeof useWhatIf>;
}

/** Ticks what is to be paid to see what comes of paying it later. */
export function WhatIf({ forecast, whatIf }: Props) {
  const { t } = useTranslation('forecast');
  const may = useMay();
  const { isOpen, toggle, moved, reset } = whatIf;
  if (!may('cheques.list') || !may('bills.list')) return null;
  return (
    <div className="no-print">
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconCalendarShare size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={toggle}
        >
          {t('whatIf.title')}
        </Button>
        {isOpen && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            disabled={!moved}
            onClick={reset}
          >
            {t('whatIf.reset')}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        {isOpen && (
          <>
            <Text size="sm" c="dimmed" my="xs">
              {t('whatIf.explained')}
            </Text>
            <Text component="div" role="status" size="sm" mb="xs">
              <LowPoints forecast={forecast} moved={moved} />
            </Text>
            <Items from={forecast.from} whatIf={whatIf} />
          </>
        )}
      </Collapse>
    </div>
  );
}

type LowPointsProps = Pick<Props, 'forecast'> & { readonly moved: Forecast | undefined };

/** In words: the lowest balance with what was moved, and without. */
function LowPoints({ forecast, moved }: LowPointsProps) {
  const { t } = useTranslation('forecast');
  const { longDay, money } = useFormat();
  const [now, then] = [lowestOf(forecast.days), moved && lowestOf(moved.days)];
  const words = ({ balance, date }: ForecastDay) => ({ amount: money(balance), day: longDay(date) });
  return (
    <>
      {then && <strong>{t('whatIf.lowest', words(then))} </strong>}
      {now && t(then ? 'whatIf.lowestReal' : 'whatIf.lowest', words(now))}
    </>
  );
}

interface ItemsProps {
  readonly from: string;
  readonly whatIf: Props['whatIf'];
}

function Items({ from, whatIf: { items, cheques, hasMore, moves, move } }: ItemsProps) {
  const { t } = useTranslation('forecast');
  const { day, list } = useFormat();
  const { weekend } = useBusiness();
  const nameOf = ({ name, payeeName }: Item) => list(name, payeeName);
  return (
    <List query={cheques} count={items.length} hasMore={hasMore}>
      <DataTable
        label={t('whatIf.list')}
        rows={items}
        rowKey={({ id }) => id}
        empty={t('nothing')}
        columns={[
          {
            key: 'move',
            header: t('whatIf.week'),
            place: 'selection',
            cell: (item) => (
              <Checkbox
                aria-label={t('whatIf.move', { name: nameOf(item) })}
                checked={(moves.get(item.id) ?? 0) > 0}
                onChange={({ currentTarget }) => move(item.id, currentTarget.checked ? 1 : 0)}
              />
            ),
          },
          {
            key: 'date',
            header: t('columns.date'),
            place: 'first',
            cell: (item) => {
              const weeks = moves.get(item.id) ?? 0;
              const before = day(paidOn(item, from, weekend));
              if (weeks === 0) return before;
              return (
                <>
                  <s>{before}</s> <strong>{day(paidOn(item, from, weekend, weeks))}</strong>
                </>
              );
            },
          },
          {
            key: 'name',
            header: t('whatIf.what'),
            cell: ({ name, payeeName }) => (
              <>
                <Name>{name}</Name> <Name>{payeeName}</Name>
              </>
            ),
          },
          {
            key: 'more',
            header: t('whatIf.later'),
            cell: (item) => {
              const weeks = moves.get(item.id) ?? 0;
              return (
                weeks > 0 && (
                  <>
                    {t('whatIf.weeks', { count: weeks })}{' '}
                    <Button
                      variant="subtle"
                      size="compact-xs"
                      aria-label={`${t('whatIf.again')}: ${nameOf(item)}`}
                      onClick={() => move(item.id, weeks + 1)}
                    >
                      {t('whatIf.again')}
                    </Button>
                  </>
                )
              );
            },
          },
          {
            key: 'value',
            header: t('whatIf.value'),
            align: 'end',
            place: 'end',
            cell: ({ value }) => <Money value={value} />,
          },
        ]}
      />
    </List>
  );
}
