import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAccountChoices } from './accounts.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** Who was chosen before, and stays among the choices though the account may be gone. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (userID: string | undefined) => void;
}

/** A person of the staff. */
export function UserPicker({ value, known, onChange, ...props }: Props) {
  const { t } = useTranslation();
  const choices = useAccountChoices(known && [{ worker: known._id, workerName: known.name }]);
  return (
    <Select
      {...choices}
      // Typing opens it: a field that merely has the focus covers nothing.
      openOnFocus={false}
      clearButtonProps={{ 'aria-label': t('clear') }}
      value={value || null}
      onChange={(chosen) => onChange?.(chosen ?? undefined)}
      {...props}
    />
  );
}
