import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../../api.ts';
import { useRecordForm } from '../../../data/form.ts';
import { useMay } from '../../../data/me.ts';
import { PayeeForm } from '../../../entities/payees/PayeeForm.tsx';
import { PayeePicker } from '../../../entities/payees/PayeePicker.tsx';
import { AmountInput } from '../../../ui/AmountInput.tsx';
import { DayInput } from '../../../ui/DayInput.tsx';
import { RecordDrawer } from '../../../ui/RecordDrawer.tsx';
import { WholeNumberInput } from '../../../ui/WholeNumberInput.tsx';
import { SeriesNumbers } from './SeriesNumbers.tsx';
import { SeriesPreview } from './SeriesPreview.tsx';
import { bookOf, type Chequebook, isMade, type Planned, type SeriesValues, seriesSchema } from './series.ts';
import { useSavedSeries } from './useSavedSeries.tsx';

interface Preview {
  /** Of what was sent: another content has other cheques. */
  readonly content: string;
  readonly cheques: Planned;
}

const most = 1000;

interface Props {
  /** The account that the cheques are probably drawn on. */
  readonly account: string | undefined;
  readonly onClose: () => void;
}

/** A cheque for each month: they are shown before they are saved. */
export function SeriesForm({ account, onClose }: Props) {
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
      tell(made.current.filter(isMade));
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
    ...api.chequebooks.list.queryOptions({ account: values.account, limit: most }),
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
        {shown && <SeriesPreview cheques={shown} />}
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
