import { BillCreate } from '@daybook/domain';
import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { field } from '../../data/fields.tsx';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import type { RecordOf } from '../../data/record-client.ts';
import { describeRecord } from '../../data/record-description.ts';
import { useFormat } from '../../lib/format.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { isRefund, toRefund } from './ranges.ts';

export const bill = describeRecord({
  resource: 'bills',
  schema: BillCreate,
  fields: {
    date: field.pastDay,
    value: field.amount,
    description: field.text,
    extraNotes: field.notes,
  },
  focused: 'value',
  first: 'description',
  addressOf: ({ date }) => `/bills?from=${date}&to=${date}`,
  nameOf: ({ date, description, value }, { day, list, money }) => list(day(date), description, money(value)),
});

interface Props {
  /** Undefined: a new one. */
  readonly row: RecordOf<'bills'> | undefined;
  readonly onClose: () => void;
}

export function BillForm({ row, onClose }: Props) {
  const { t } = useTranslation('bills');
  const { today } = useFormat();
  const initial = { date: today() };
  const { record, form, inputs, title, isClosed } = useResourceForm(bill, {
    row,
    initial,
    next: ({ date }) => ({ date }),
    onClose,
  });
  const { value } = form.values;
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {inputs.date}
      {inputs.value}
      <Switch
        label={t('isRefund')}
        disabled={isClosed}
        checked={isRefund(value)}
        onChange={({ currentTarget }) => form.setFieldValue('value', toRefund(value, currentTarget.checked))}
      />
      {inputs.description}
      {inputs.extraNotes}
    </RecordDrawer>
  );
}
