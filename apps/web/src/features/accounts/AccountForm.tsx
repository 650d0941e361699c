import { BalanceReadingCreate, ChequebookCreate } from '@daybook/domain';
import { IconArchive } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { field, reference } from '../../data/fields.tsx';
import { useResourceForm } from '../../data/ResourceForm.tsx';
import { describeRecord } from '../../data/record-description.ts';
import { AccountPicker, type BankAccount, bankAccount } from '../../entities/accounts/AccountPicker.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';

interface Props {
  /** Undefined: a new one. */
  readonly row: BankAccount | undefined;
  readonly onClose: () => void;
}

/** What is archived is so by a button of its own. */
export function AccountForm({ row, onClose }: Props) {
  const { record, inputs, title } = useResourceForm(bankAccount, { row, next: false, onClose });
  return (
    <RecordDrawer title={title} record={record} onClose={onClose}>
      {inputs.name}
      {inputs.bank}
      {inputs.number}
    </RecordDrawer>
  );
}

export const reading = describeRecord({
  resource: 'balanceReadings',
  schema: BalanceReadingCreate,
  fields: {
    account: reference(AccountPicker),
    date: field.day,
    balance: field.amount,
  },
  focused: 'balance',
  first: 'date',
  nameOf: ({ accountName, date }, { day, list }) => list(accountName, day(date)),
  addressOf: ({ account }) => `/accounts/${account}`,
});

export const chequebook = describeRecord({
  resource: 'chequebooks',
  schema: ChequebookCreate,
  fields: {
    account: reference(AccountPicker),
    firstSerial: field.code,
    lastSerial: field.code,
  },
  focused: 'firstSerial',
  first: 'firstSerial',
  nameOf: ({ firstSerial, lastSerial }) => `${firstSerial}–${lastSerial}`,
  addressOf: ({ account }) => `/accounts/${account}`,
});

/** That an account is no longer used. */
export function ArchivedBadge() {
  const { t } = useTranslation('bankAccounts');
  return (
    <Chip tone="quiet" icon={IconArchive}>
      {t('fields.isArchived')}
    </Chip>
  );
}
