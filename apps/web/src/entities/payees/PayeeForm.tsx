import type { Outputs } from '@daybook/client';
import { PayeeCreate } from '@daybook/domain';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../api.ts';
import { useRecordForm } from '../../data/form.ts';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { SimilarPayees } from './SimilarPayees.tsx';

export type Payee = Outputs['payees']['get'];
type Named = Pick<Payee, '_id' | 'name'>;

interface Props {
  /** Undefined: a new one. */
  readonly payee?: Payee | undefined;
  /** Of a new one, as typed elsewhere. */
  readonly name?: string;
  readonly onClose: () => void;
  /** Where a payee is wanted: the new one, or one of a similar name that is there already. */
  readonly onChosen?: (payee: Named) => void;
}

const baseOf = ({ version, name, email, phoneNumber, extraNotes }: Payee) => ({
  version,
  values: { name, email, phoneNumber, extraNotes },
});

export function PayeeForm({ payee, name = '', onClose, onChosen }: Props) {
  const { t } = useTranslation('payees');
  const record = useRecordForm({
    resource: 'payees',
    schema: PayeeCreate,
    initial: { name, email: '', phoneNumber: '', extraNotes: '' },
    create: async (values, once) => {
      const created = await client.payees.create.mutate(values, once);
      onChosen?.(created);
    },
    update: payee && {
      base: baseOf(payee),
      send: (changes, condition) =>
        client.payees.update.mutate({ payeeID: payee._id, ...changes }, condition),
      read: async () => baseOf(await client.payees.get.query({ payeeID: payee._id })),
    },
    onDone: onClose,
  });
  const { form } = record;
  const use =
    onChosen &&
    ((chosen: Named) => {
      onChosen(chosen);
      onClose();
    });
  return (
    <RecordDrawer title={t(payee ? 'edit' : 'new')} record={record} onClose={onClose}>
      <TextInput label={t('fields.name')} required data-autofocus {...form.getInputProps('name')} />
      {!payee && <SimilarPayees name={form.values.name} onUse={use} />}
      <TextInput
        label={t('fields.phoneNumber')}
        dir="ltr"
        type="tel"
        {...form.getInputProps('phoneNumber')}
      />
      <TextInput label={t('fields.email')} dir="ltr" inputMode="email" {...form.getInputProps('email')} />
      <Textarea label={t('fields.extraNotes')} autosize minRows={2} {...form.getInputProps('extraNotes')} />
    </RecordDrawer>
  );
}
