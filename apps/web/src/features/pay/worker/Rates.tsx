import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useWithPending } from '../../../data/change.tsx';
import { useMay } from '../../../data/me.ts';
import { useResourceForm } from '../../../data/ResourceForm.tsx';
import { useRemoval } from '../../../data/removal.ts';
import { useSettings } from '../../../data/settings.ts';
import { rate } from '../../../entities/pay/EntryForm.tsx';
import type { Rate, Worker } from '../../../entities/pay/pay.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat, useToday } from '../../../lib/format.ts';
import { nextPage, useRows } from '../../../lib/paging.ts';
import { WholeNumberInput } from '../../../ui/AmountInput.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { PageSection } from '../../../ui/PageHeader.tsx';
import { RecordDrawer } from '../../../ui/RecordDrawer.tsx';
import { editAndDelete, RowActions } from '../../../ui/rows.tsx';
import { List } from '../../../ui/states.tsx';
import { Day, Money, Name } from '../../../ui/values.tsx';
import { pathOf, rateHistoriesOf, rateOn } from './rates.ts';
import '../pay.css';

/** How rates changed over time, drawn; the list beside has the same. */
function RateSteps({ rates }: { readonly rates: readonly Rate[] }) {
  const { t } = useTranslation('statement');
  const { t: words } = useTranslation('rates');
  const { day, money, list } = useFormat();
  const today = useToday();
  return rateHistoriesOf(rates, today).map(({ basis, rates: own, steps }) => (
    <figure key={basis} className="rate-track no-print">
      <figcaption>{`${words('fields.basis')}: ${words(`bases.${basis}`)}`}</figcaption>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="rate-steps"
        role="img"
        aria-label={list(
          ...own.map(({ from, amount }) => t('rates.since', { day: day(from), amount: money(amount) })),
        )}
      >
        <path d={pathOf(steps)} />
      </svg>
    </figure>
  ));
}

interface RatesProps {
  readonly worker: Worker;
  readonly editor: RateEditor;
}

/** What a worker earns, over time; for those alone who may read it. */
export function Rates({ worker, editor: { create, open, actions } }: RatesProps) {
  const { t } = useTranslation('statement');
  const { t: texts } = useTranslation('rates');
  const today = useToday();
  const query = useInfiniteQuery(api.rates.list.infiniteQueryOptions({ worker: worker._id }, nextPage));
  const { rows: loaded, hasMore } = useRows(query, true);
  const rates = useWithPending<Rate>(loaded, 'rates');
  const columns = useRateColumns(rateOn(rates, today));
  return (
    <PageSection
      title={texts('title')}
      aside={
        create && (
          <Button
            size="compact-md"
            variant="light"
            className="no-print"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => create(today)}
          >
            {texts('new')}
          </Button>
        )
      }
    >
      <List query={query} count={rates.length} hasMore={hasMore}>
        {rates.length > 1 && <RateSteps rates={rates} />}
        <DataTable
          label={texts('title')}
          columns={columns}
          rows={rates}
          rowKey={({ _id }) => _id}
          actions={actions}
          onOpen={open}
          empty={t('rates.none')}
        />
      </List>
    </PageSection>
  );
}

function useRateColumns(present: Rate | undefined): Column<Rate>[] {
  const { t } = useTranslation('statement');
  const { t: texts } = useTranslation('rates');
  const { duration, number } = useFormat();
  const terms = ({ basis, dayMinutes, overtimeFactor, monthDays }: Rate) => {
    if (basis === 'none') return '';
    if (basis === 'month') return t('rates.monthDays', { days: number(monthDays) });
    return t('rates.overtime', { duration: duration(dayMinutes), factor: number(Number(overtimeFactor)) });
  };
  return [
    {
      key: 'from',
      header: texts('fields.from'),
      place: 'first',
      cell: (row) => (
        <>
          <Day value={row.from} /> {row._id === present?._id && <Chip tone="info">{t('rates.present')}</Chip>}
        </>
      ),
    },
    { key: 'basis', header: texts('fields.basis'), cell: ({ basis }) => texts(`bases.${basis}`) },
    {
      key: 'amount',
      header: texts('fields.amount'),
      align: 'end',
      place: 'end',
      cell: ({ basis, amount }) => basis !== 'none' && <Money value={amount} />,
    },
    { key: 'terms', header: t('rates.terms'), cell: terms },
    {
      key: 'extraNotes',
      header: texts('fields.extraNotes'),
      place: 'hidden',
      cell: ({ extraNotes }) => <Name>{extraNotes}</Name>,
    },
  ];
}

interface MissingRatesProps {
  /** Oldest first, at least one. */
  readonly days: readonly DayText[];
  /** Undefined where the caller may not make rates. */
  readonly onSet: ((from: DayText) => void) | undefined;
}

/** Names the days on which somebody worked and no rate holds, so that nothing is earned. */
export function MissingRates({ days, onSet }: MissingRatesProps) {
  const { t } = useTranslation('statement');
  const { day, list } = useFormat();
  const [first] = days;
  return (
    <Alert
      color="orange"
      role="note"
      icon={<IconAlertTriangle aria-hidden />}
      title={
        <Text inherit component="span" c="var(--warning)">
          {t('missing.title', { count: days.length })}
        </Text>
      }
      mb="sm"
    >
      <Text size="sm">{list(...days.map(day))}</Text>
      {onSet && first !== undefined ? (
        <Button variant="light" size="compact-sm" mt="xs" className="no-print" onClick={() => onSet(first)}>
          {t('missing.set', { day: day(first) })}
        </Button>
      ) : (
        <Text size="sm">{t('missing.ask')}</Text>
      )}
    </Alert>
  );
}

interface Props {
  readonly worker: Worker;
  /** Undefined: a new one. */
  readonly row: Rate | undefined;
  /** On which a new one begins. */
  readonly from: DayText;
  readonly onClose: () => void;
}

/** What a worker earns from a day on: only what its basis asks for. */
function RateForm({ worker, row, from, onClose }: Props) {
  const { t } = useTranslation('statement');
  const { duration } = useFormat();
  const { dayMinutes } = useSettings();
  const { record, form, inputs, inputProps, title } = useResourceForm(rate, {
    row,
    initial: { worker: worker._id, from, dayMinutes },
    next: false,
    onClose,
  });
  const { basis, dayMinutes: minutes } = form.getValues();
  const isByTime = basis === 'hour' || basis === 'day';
  return (
    <RecordDrawer title={`${title}: ${worker.name}`} record={record} onClose={onClose}>
      {inputs.from}
      {inputs.basis}
      {basis !== 'none' && inputs.amount}
      {isByTime && (
        <WholeNumberInput
          {...inputProps('dayMinutes')}
          description={t('rates.overtimeAfter', { duration: minutes ? duration(minutes) : '—' })}
        />
      )}
      {isByTime && inputs.overtimeFactor}
      {basis === 'month' && inputs.monthDays}
      {inputs.extraNotes}
    </RecordDrawer>
  );
}

type Open = { readonly row: Rate } | { readonly from: DayText };

export interface RateEditor {
  /** Opens the form of a new rate from a day on; undefined where the caller may not make one. */
  readonly create: ((from: DayText) => void) | undefined;
  readonly open: ((row: Rate) => void) | undefined;
  readonly actions: (row: Rate) => ReactNode;
  /** The form that is open. */
  readonly form: ReactNode;
}

/** The rates of a worker made, changed and deleted: as far as the caller may. */
export function useRateEditor(worker: Worker): RateEditor {
  const { t } = useTranslation();
  const { day, list } = useFormat();
  const may = useMay();
  const [open, setOpen] = useState<Open>();
  const remove = useRemoval<Rate>({
    resource: 'rates',
    nameOf: ({ workerName, from }) => list(workerName, day(from)),
  });
  const isEditable = may('rates.update');
  const edit = (row: Rate) => setOpen({ row });
  return {
    create: may('rates.create') ? (from) => setOpen({ from }) : undefined,
    open: isEditable ? edit : undefined,
    actions: (row) => (
      <RowActions
        name={day(row.from)}
        actions={editAndDelete(
          t,
          isEditable && (() => edit(row)),
          may('rates.remove') && (() => remove(row)),
        )}
      />
    ),
    form: open && (
      <RateForm
        worker={worker}
        row={'row' in open ? open.row : undefined}
        from={'row' in open ? open.row.from : open.from}
        onClose={() => setOpen(undefined)}
      />
    ),
  };
}
