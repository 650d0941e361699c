import { fixedFields, isFixed } from '@daybook/domain';
import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { AccountPicker } from '../accounts/AccountPicker.tsx';
import { useAccounts } from '../accounts/useAccounts.ts';
import { PayeeForm } from '../payees/PayeeForm.tsx';
import { PayeePicker } from '../payees/PayeePicker.tsx';
import type { Cheque } from './cheque.ts';
import { cheque as description } from './description.ts';
import { SerialInput } from './SerialInput.tsx';
import { nextSerial } from './serials.ts';
import { useSuggestedSerial } from './useSuggestedSerial.ts';

interface Named {
  readonly _id: string;
  readonly name: string;
}

/** What a new cheque begins with. */
export interface ChequeStart {
  readonly serial?: string;
  readonly dueDate?: string | undefined;
  readonly value?: string;
  readonly description?: string;
  readonly payee?: Named;
  readonly account?: Named | undefined;
}

interface Props {
  /** Undefined: a new one. */
  readonly cheque?: Cheque | undefined;
  readonly start?: ChequeStart;
  readonly onClose: () => void;
}

export function ChequeForm({ cheque, start = {}, onClose }: Props) {
  const may = useMay();
  const [payee, setPayee] = useState(cheque ? { _id: cheque.payee, name: cheque.payeeName } : start.payee);
  const [created, setCreated] = useState<string>();
  const initial = { ...start, payee: start.payee?._id, account: start.account?._id ?? null };
  const { record, form, inputs, inputProps, title } = useResourceForm(description, {
    row: cheque,
    initial,
    fixed: cheque && isFixed(cheque) ? fixedFields : [],
    next: ({ serial, payee, dueDate, account }) => ({
      serial: nextSerial(serial) ?? '',
      payee,
      dueDate,
      account,
    }),
    onClose,
  });
  const { account } = form.getValues();
  const known = cheque?.account ? { _id: cheque.account, name: cheque.accountName } : start.account;
  const hasAccounts = (useAccounts() ?? []).length > 0;
  const suggested = useSuggestedSerial(account);
  return (
    <>
      <RecordDrawer title={title} record={record} onClose={onClose} covered={created !== undefined}>
        {cheque && isFixed(cheque) && <Fixed status={cheque.status} />}
        {(hasAccounts || known) && (
          <AccountPicker
            {...inputProps('account')}
            value={account ?? undefined}
            known={known}
            onChange={(chosen) => form.setFieldValue('account', chosen ?? null)}
          />
        )}
        <SerialInput
          {...inputProps('serial')}
          chequeID={cheque?._id}
          account={account}
          suggested={suggested}
          onSuggested={(serial) => {
            form.setFieldValue('serial', serial);
            // The button goes away.
            form.getInputNode('serial')?.focus();
          }}
        />
        <PayeePicker
          {...inputProps('payee')}
          known={payee}
          onCreate={may('payees.create') ? setCreated : undefined}
        />
        {inputs.value}
        {inputs.dueDate}
        {inputs.description}
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

/** Why some fields cannot be changed. */
export function Fixed({ status }: Pick<Cheque, 'status'>) {
  const { t } = useTranslation('cheques');
  const why = status === 'presented' || status === 'cleared' ? status : 'bounced';
  return (
    <Alert color="gray" py="xs" mb="sm" icon={<IconLock size={16} aria-hidden />}>
      {t(`fixed.${why}`)}
    </Alert>
  );
}
