import type { Inputs, Outputs } from '@daybook/client';
import { BillCreate } from '@daybook/domain';
import { Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useFormat } from '../../lib/format.ts';
import { DayInput } from '../../ui/DayInput.tsx';
import { AmountInput } from '../../ui/fields.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { asRefund, isRefund } from './refund.ts';

export type Bill = Outputs['bills']['get'];

interface Props {
  /** Undefined: a new one. */
  readonly bill?: Bill | undefined;
  readonly onClose: () => void;
}

const baseOf = ({ version, date, value, description, extraNotes }: Bill) => ({
  version,
  values: { date: date as string | undefined, value, description, extraNotes },
});

export function BillForm({ bill, onClose }: Props) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const record = useRecordForm({
    resource: 'bills',
    schema: BillCreate,
    initial: { date: today() as string | undefined, value: '', description: '', extraNotes: '' },
    // The schema has seen to it that the date is there.
    create: (values, once) => client.bills.create.mutate(values as Inputs['bills']['create'], once),
    update: bill && {
      base: baseOf(bill),
      send: (changes, condition) => client.bills.update.mutate({ billID: bill._id, ...changes }, condition),
      read: async () => baseOf(await client.bills.get.query({ billID: bill._id })),
    },
    onDone: onClose,
  });
  const { form } = record;
  const { value } = form.values;
  return (
    <RecordDrawer title={t(bill ? 'edit' : 'new')} record={record} onClose={onClose}>
      <DayInput label={t('fields.date')} required {...form.getInputProps('date')} />
      <AmountInput label={t('fields.value')} required data-autofocus {...form.getInputProps('value')} />
      <Switch
        label={t('isRefund')}
        checked={isRefund(value)}
        onChange={({ currentTarget }) => form.setFieldValue('value', asRefund(value, currentTarget.checked))}
      />
      <TextInput label={t('fields.description')} {...form.getInputProps('description')} />
      <Textarea label={t('fields.extraNotes')} autosize minRows={2} {...form.getInputProps('extraNotes')} />
    </RecordDrawer>
  );
}
