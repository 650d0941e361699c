import type { SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Picker } from '../../ui/Picker.tsx';
import { useAccounts } from './useAccounts.ts';

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
