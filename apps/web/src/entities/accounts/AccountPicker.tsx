import { BankAccountCreate } from '@daybook/domain';
import type { SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { field } from '../../data/fields.tsx';
import type { RecordOf } from '../../data/record-client.ts';
import { describeRecord } from '../../data/record-description.ts';
import { Picker } from '../../ui/Picker.tsx';

export type BankAccount = RecordOf<'bankAccounts'>;

export const bankAccount = describeRecord({
  resource: 'bankAccounts',
  schema: BankAccountCreate,
  fields: {
    name: field.text,
    bank: field.text,
    number: field.code,
    isArchived: field.flag,
  },
  nameOf: ({ name }) => name,
  addressOf: ({ _id }) => `/accounts/${_id}`,
});

const MAX_ACCOUNTS = 1000;

/** Every bank account, archived ones too, by name; undefined until they are known. */
export const useAccounts = (): readonly BankAccount[] | undefined =>
  useQuery(api.bankAccounts.list.queryOptions({ limit: MAX_ACCOUNTS })).data?.items;

/** The account that a new cheque is probably drawn on: the only one in use. */
export function useUsualAccount(): BankAccount | undefined {
  const used = useAccounts()?.filter(({ isArchived }) => !isArchived) ?? [];
  return used.length === 1 ? used[0] : undefined;
}

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** The account chosen before: one that is archived or deleted stays among the choices. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (bankAccountID: string | undefined) => void;
  /** Whether archived ones are offered too. */
  readonly isOfAll?: boolean;
}

/** A bank account. */
export function AccountPicker({ value, known, isOfAll = false, ...props }: Props) {
  const { t } = useTranslation('bankAccounts');
  const accounts = useAccounts();
  const offered = accounts?.filter((one) => isOfAll || !one.isArchived || one._id === value) ?? [];
  const isMissing = known && known._id === value && !offered.some(({ _id }) => _id === value);
  const all = isMissing ? [...offered, known] : offered;
  return (
    <Picker
      label={t('singular')}
      clearable
      choices={all.map(({ _id, name }) => ({ value: _id, label: name }))}
      isUnderWay={accounts === undefined}
      value={value}
      {...props}
    />
  );
}
