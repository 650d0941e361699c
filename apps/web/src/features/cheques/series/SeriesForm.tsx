import { Select, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../../api.ts';
import { useRecordForm } from '../../../data/form.ts';
import { useMay } from '../../../data/me.ts';
import { useWarningText } from '../../../data/warnings.tsx';
import { SerialInput, useSuggestedSerial } from '../../../entities/cheques/ChequeForm.tsx';
import { PayeeForm, PayeePicker } from '../../../entities/payees/PayeePicker.tsx';
import { isWeekend, useBusiness } from '../../../lib/business.ts';
import { useFormat } from '../../../lib/format.ts';
import { AmountInput, WholeNumberInput } from '../../../ui/AmountInput.tsx';
import { DayInput } from '../../../ui/DayInput.tsx';
import { Picker } from '../../../ui/Picker.tsx';
import { RecordDrawer } from '../../../ui/RecordDrawer.tsx';
import { NewSeries, SeriesPreview } from '../../../ui/series.tsx';
import { Code } from '../../../ui/values.tsx';
import {
  bookOf,
  type Chequebook,
  isSavedCheque,
  type Planned,
  type SeriesValues,
  seriesSchema,
  usableOf,
} from './series.ts';
import { useSavedSeries, useUsedAccounts } from './useSavedSeries.tsx';

interface SeriesNumbersProps {
  readonly form: UseFormReturnType<SeriesValues>;
  /** Of the account that is chosen. */
  readonly books: readonly Chequebook[];
  /** The one that is chosen; '': a first serial is typed. */
  readonly chequebook: string;
}

/** On which account the cheques are drawn, and where their serials begin: in one of its chequebooks, or at a serial. */
function SeriesNumbers({ form, books, chequebook }: SeriesNumbersProps) {
  const { t } = useTranslation('cheques');
  const suggested = useSuggestedSerial();
  const accounts = useUsedAccounts() ?? [];
  const usable = usableOf(books);
  const account = form.getInputProps('account');
  return (
    <>
      {accounts.length > 0 && (
        <Picker
          label={t('fields.account')}
          clearable
          choices={accounts.map(({ _id, name }) => ({ value: _id, label: name }))}
          {...account}
          onChange={(chosen) => {
            account.onChange(chosen);
            form.setFieldValue('chequebook', undefined);
          }}
        />
      )}
      {usable.length > 0 && (
        <Select
          label={t('series.numbers')}
          allowDeselect={false}
          data={[
            ...usable.map(({ _id, firstSerial: first, lastSerial: last, nextSerial }) => ({
              value: _id,
              label: t('series.fromBook', { first, last, next: nextSerial ?? '' }),
            })),
            { value: '', label: t('series.typed') },
          ]}
          {...form.getInputProps('chequebook')}
          value={chequebook}
        />
      )}
      {chequebook === '' && (
        <SerialInput
          label={t('series.firstSerial')}
          required
          suggested={suggested}
          {...form.getInputProps('firstSerial')}
          onSuggested={(serial) => {
            form.setFieldValue('firstSerial', serial);
            // The button goes away.
            form.getInputNode('firstSerial')?.focus();
          }}
        />
      )}
    </>
  );
}

interface Preview {
  /** Of what was sent: another content has other cheques. */
  readonly content: string;
  readonly cheques: Planned;
}

const MAX_ROWS = 1000;

interface SeriesFormProps {
  /** The account that the cheques are probably drawn on. */
  readonly account: string | undefined;
  readonly onClose: () => void;
}

/** A cheque for each month: they are shown before they are saved. */
function SeriesForm({ account, onClose }: SeriesFormProps) {
  const { t } = useTranslation('cheques');
  const { t: common } = useTranslation();
  const may = useMay();
  const navigate = useNavigate();
  const tell = useSavedSeries();
  const [payee, setPayee] = useState<{ readonly _id: string; readonly name: string }>();
  const [created, setCreated] = useState<string>();
  const [preview, setPreview] = useState<Preview>();
  const made = useRef<Planned>([]);
  const known = useRef<readonly Chequebook[]>([]);
  const schema = useMemo(() => seriesSchema(() => known.current), []);
  const record = useRecordForm<SeriesValues>({
    resource: 'cheques',
    schema,
    initial: {
      value: '',
      payee: undefined,
      firstDueDate: undefined,
      months: 12,
      description: '',
      account,
      chequebook: undefined,
      firstSerial: '',
    },
    create: async (values, once) => {
      const body = schema.parse(values);
      const content = JSON.stringify(body);
      if (preview?.content !== content) {
        const cheques = await client.cheques.addSeries.mutate({ ...body, dryRun: true });
        return setPreview({ content, cheques });
      }
      made.current = await client.cheques.addSeries.mutate(body, once);
      tell(made.current.filter(isSavedCheque));
    },
    onDone: () => {
      const [first, last] = [made.current[0], made.current.at(-1)];
      if (!first || !last) return;
      onClose();
      void navigate({
        to: '/cheques',
        search: { payee: first.payee, from: first.dueDate, to: last.dueDate },
      });
    },
  });
  const { form } = record;
  const values = form.getValues();
  const { data } = useQuery({
    ...api.chequebooks.list.queryOptions({ account: values.account, limit: MAX_ROWS }),
    enabled: values.account !== undefined,
    refetchOnMount: 'always',
  });
  const books = (values.account !== undefined && data?.items) || [];
  known.current = books;
  const content = JSON.stringify(schema.safeParse(values).data ?? null);
  const shown = preview && preview.content === content ? preview.cheques : undefined;
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
        <PayeePicker
          label={t('fields.payee')}
          required
          {...form.getInputProps('payee')}
          known={payee}
          onCreate={may('payees.create') ? setCreated : undefined}
        />
        <DayInput label={t('series.firstDueDate')} required {...form.getInputProps('firstDueDate')} />
        <WholeNumberInput label={t('series.months')} required {...form.getInputProps('months')} />
        <TextInput label={t('fields.description')} {...form.getInputProps('description')} />
        <SeriesNumbers form={form} books={books} chequebook={bookOf(values, books)} />
        {shown && <PlannedCheques cheques={shown} />}
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

/** Begins a series of cheques; mount it where the caller may make one. */
export function NewChequeSeries() {
  const { t } = useTranslation('cheques');
  const accounts = useUsedAccounts() ?? [];
  const account = accounts.length === 1 ? accounts[0]?._id : undefined;
  return (
    <NewSeries text={t('series.new')} form={(close) => <SeriesForm account={account} onClose={close} />} />
  );
}

/** The cheques as they will be made. */
function PlannedCheques({ cheques }: { readonly cheques: Planned }) {
  const { t } = useTranslation('cheques');
  const { longDay } = useFormat();
  const { weekend } = useBusiness();
  const textOf = useWarningText();
  return (
    <SeriesPreview
      label={t('series.list')}
      headers={{ day: t('fields.dueDate'), second: t('fields.serial'), value: t('fields.value') }}
      count={t('count', { count: cheques.length })}
      rows={cheques.map(({ serial, dueDate, value, warnings = [] }) => ({
        key: dueDate,
        value,
        day: (
          <>
            <span className="number">{longDay(dueDate)}</span>
            {isWeekend(dueDate, weekend) && (
              <Text size="xs" c="dimmed">
                {t('series.weekend')}
              </Text>
            )}
          </>
        ),
        second: (
          <>
            <Code>{serial}</Code>
            {warnings.map((warning) => (
              <Text key={warning.code} size="xs" className="series-odd">
                {textOf(warning)}
              </Text>
            ))}
          </>
        ),
      }))}
    />
  );
}
