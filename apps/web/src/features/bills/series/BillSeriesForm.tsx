import type { Outputs } from '@daybook/client';
import { BillSeries } from '@daybook/domain';
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../api.ts';
import { useChange } from '../../../data/change.tsx';
import { useRecordForm } from '../../../data/form.ts';
import { useMay } from '../../../data/me.ts';
import { undoEntry } from '../../../data/record-client.ts';
import type { Bill } from '../../../entities/bills/bill.ts';
import { PayeeForm, PayeePicker } from '../../../entities/payees/PayeePicker.tsx';
import type { DayText } from '../../../lib/dates.ts';
import { useFormat } from '../../../lib/format.ts';
import { AmountInput, WholeNumberInput, wholeNumber } from '../../../ui/AmountInput.tsx';
import { DayInput } from '../../../ui/DayInput.tsx';
import { RecordDrawer } from '../../../ui/RecordDrawer.tsx';
import { NewSeries, SeriesPreview } from '../../../ui/series.tsx';

/** Bills that were made, or that a dry run would make. */
type Planned = Outputs['bills']['addSeries'];

const isSaved = (bill: Planned[number]): bill is Bill => '_id' in bill;

interface SeriesValues {
  /** What was typed. */
  readonly value: string;
  readonly description: string;
  readonly payee: string | undefined;
  readonly firstDate: DayText | undefined;
  readonly months: number;
  readonly dueAfterDays: number | undefined;
}

const initial: SeriesValues = {
  value: '',
  description: '',
  payee: undefined,
  firstDate: undefined,
  months: 12,
  dueAfterDays: 0,
};

interface Preview {
  /** Of what was sent: another content has other bills. */
  readonly content: string;
  readonly bills: Planned;
}

function PlannedBills({ bills }: { readonly bills: Planned }) {
  const { t } = useTranslation('bills');
  const { longDay } = useFormat();
  return (
    <SeriesPreview
      label={t('series.list')}
      headers={{ day: t('fields.date'), second: t('fields.dueDate'), value: t('fields.value') }}
      count={t('count', { count: bills.length })}
      rows={bills.map(({ date, dueDate, value }) => ({
        key: date,
        value,
        day: <span className="number">{longDay(date)}</span>,
        second: dueDate && <span className="number">{longDay(dueDate)}</span>,
      }))}
    />
  );
}

/** A bill for each month: they are shown before they are saved. */
function SeriesForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('bills');
  const { t: common } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const change = useChange('bills');
  const [payee, setPayee] = useState<{ readonly _id: string; readonly name: string }>();
  const [created, setCreated] = useState<string>();
  const [preview, setPreview] = useState<Preview>();
  const made = useRef<readonly Bill[]>([]);
  const record = useRecordForm<SeriesValues>({
    resource: 'bills',
    schema: BillSeries,
    initial,
    create: async (values, once) => {
      const body = BillSeries.parse(values);
      const content = JSON.stringify(body);
      if (preview?.content !== content) {
        const bills = await client.bills.addSeries.mutate({ ...body, dryRun: true });
        return setPreview({ content, bills });
      }
      const bills = (await client.bills.addSeries.mutate(body, once)).filter(isSaved);
      made.current = bills;
      void change({
        run: async () => bills,
        done: t('series.saved', { bills: t('count', { count: bills.length }) }),
        // All of them are one batch of the journal.
        undo: () => ({ run: () => undoEntry(bills[0]?._id ?? '', { action: 'create', limit: 1 }) }),
      });
    },
    onDone: () => {
      const [first, last] = [made.current[0], made.current.at(-1)];
      if (!first || !last) return;
      // Nothing is lost by leaving the page.
      form.resetDirty();
      onClose();
      void navigate({
        to: '/bills/all',
        search: { from: first.date, to: last.date, payee: first.payee ?? undefined },
      });
    },
  });
  const { form } = record;
  const content = JSON.stringify(BillSeries.safeParse(form.getValues()).data ?? null);
  const shown = preview && preview.content === content ? preview.bills : undefined;
  return (
    <>
      <RecordDrawer
        title={t('series.title')}
        record={record}
        onClose={onClose}
        covered={created !== undefined}
        submitText={shown ? `${common('save')}: ${t('count', { count: shown.length })}` : t('series.show')}
      >
        <AmountInput label={t('series.value')} required data-autofocus {...form.getInputProps('value')} />
        <TextInput label={t('fields.description')} {...form.getInputProps('description')} />
        <PayeePicker
          label={t('fields.payee')}
          {...form.getInputProps('payee')}
          known={payee}
          onCreate={may('payees.create') ? setCreated : undefined}
        />
        <DayInput label={t('series.firstDate')} required {...form.getInputProps('firstDate')} />
        <WholeNumberInput label={t('series.months')} required {...form.getInputProps('months')} />
        <WholeNumberInput
          label={t('series.dueAfterDays')}
          description={t('series.noDueDate')}
          read={(typed) => (typed.trim() === '' ? undefined : wholeNumber(typed))}
          {...form.getInputProps('dueAfterDays')}
        />
        {shown && <PlannedBills bills={shown} />}
      </RecordDrawer>
      {created !== undefined && (
        <PayeeForm
          name={created}
          onClose={() => setCreated(undefined)}
          onChosen={(chosen) => {
            setPayee(chosen);
            form.setFieldValue('payee', chosen._id);
          }}
        />
      )}
    </>
  );
}

/** Begins a series of bills; mount it where the caller may make one. */
export function NewBillSeries() {
  const { t } = useTranslation('bills');
  return <NewSeries text={t('series.new')} form={(close) => <SeriesForm onClose={close} />} />;
}
