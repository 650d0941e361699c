import type { Inputs } from '@daybook/client';
import { ChequeCreate } from '@daybook/domain';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { useMay } from '../../data/me.ts';
import { DayInput } from '../../ui/DayInput.tsx';
import { AmountInput } from '../../ui/fields.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { PayeeForm } from '../payees/PayeeForm.tsx';
import { PayeePicker } from '../payees/PayeePicker.tsx';
import type { Cheque } from './cheque.ts';
import { SerialInput } from './SerialInput.tsx';

/** What a new cheque begins with. */
export interface ChequeStart {
  readonly serial?: string | undefined;
  readonly dueDate?: string | undefined;
  readonly value?: string;
  readonly description?: string;
  readonly payee?: { readonly _id: string; readonly name: string };
}

interface Props {
  /** Undefined: a new one. */
  readonly cheque?: Cheque | undefined;
  readonly start?: ChequeStart;
  readonly onClose: () => void;
}

const baseOf = ({ version, serial, payee, payeeName, value, dueDate, description }: Cheque) => ({
  version,
  values: {
    serial,
    payee: payee as string | undefined,
    value,
    dueDate: dueDate as string | undefined,
    description,
  },
  labels: { payee: payeeName },
});

export function ChequeForm({ cheque, start = {}, onClose }: Props) {
  const { t } = useTranslation('cheques');
  const may = useMay();
  const [payee, setPayee] = useState(cheque ? { _id: cheque.payee, name: cheque.payeeName } : start.payee);
  const [created, setCreated] = useState<string>();
  const record = useRecordForm({
    resource: 'cheques',
    schema: ChequeCreate,
    initial: {
      serial: start.serial ?? '',
      payee: start.payee?._id,
      value: start.value ?? '',
      dueDate: start.dueDate,
      description: start.description ?? '',
    },
    // The schema has seen to it that date and payee are there.
    create: (values, once) => client.cheques.create.mutate(values as Inputs['cheques']['create'], once),
    update: cheque && {
      base: baseOf(cheque),
      send: (changes, condition) =>
        client.cheques.update.mutate({ chequeID: cheque._id, ...changes }, condition),
      read: async () => baseOf(await client.cheques.get.query({ chequeID: cheque._id })),
    },
    onDone: onClose,
  });
  const { form } = record;
  const { onChange: onPayee, value: payeeID, ...payeeProps } = form.getInputProps('payee');
  return (
    <>
      <RecordDrawer
        title={t(cheque ? 'edit' : 'new')}
        record={record}
        onClose={onClose}
        covered={created !== undefined}
      >
        <SerialInput
          required
          data-autofocus
          chequeID={cheque?._id}
          onSuggested={(serial) => form.setFieldValue('serial', serial)}
          {...form.getInputProps('serial')}
        />
        <PayeePicker
          required
          value={payeeID}
          name={payeeID === payee?._id ? payee?.name : undefined}
          onChange={onPayee}
          onCreate={may('payees.create') ? setCreated : undefined}
          {...payeeProps}
        />
        <AmountInput label={t('fields.value')} required {...form.getInputProps('value')} />
        <DayInput label={t('fields.dueDate')} required {...form.getInputProps('dueDate')} />
        <TextInput label={t('fields.description')} {...form.getInputProps('description')} />
      </RecordDrawer>
      {created !== undefined && (
        <PayeeForm
          name={created}
          onClose={() => setCreated(undefined)}
          onChosen={(chosen) => {
            setPayee(chosen);
            onPayee(chosen._id);
          }}
        />
      )}
    </>
  );
}
