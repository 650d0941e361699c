import type { Outputs } from '@daybook/client';
import { PayeeCreate } from '@daybook/domain';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { RecordDrawer } from '../../components/RecordDrawer.tsx';
import { useRecordForm } from '../../lib/form.ts';

export type Payee = Outputs['payees']['get'];

interface Props {
  /** Undefined: a new one. */
  readonly payee?: Payee;
  readonly onClose: () => void;
}

const empty = { name: '', email: '', phoneNumber: '', extraNotes: '' };

export function PayeeForm({ payee, onClose }: Props) {
  const { t } = useTranslation('payees');
  const initial = payee
    ? { name: payee.name, email: payee.email, phoneNumber: payee.phoneNumber, extraNotes: payee.extraNotes }
    : empty;
  const record = useRecordForm({
    schema: PayeeCreate,
    initial,
    create: (values) => client.payees.create.mutate(values),
    update: payee && ((changes) => client.payees.update.mutate({ payeeID: payee._id, ...changes })),
    onDone: onClose,
  });
  const { form } = record;
  return (
    <RecordDrawer title={t(payee ? 'edit' : 'new')} record={record} onClose={onClose}>
      <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
      <TextInput label={t('phoneNumber')} dir="ltr" type="tel" {...form.getInputProps('phoneNumber')} />
      <TextInput label={t('email')} dir="ltr" inputMode="email" {...form.getInputProps('email')} />
      <Textarea label={t('extraNotes')} autosize minRows={2} {...form.getInputProps('extraNotes')} />
    </RecordDrawer>
  );
}
