import type { SelectProps } from '@mantine/core';
import { Picker } from '../../ui/Picker.tsx';
import { useAccountChoices } from './accounts.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** Who was chosen before, and stays among the choices though the account may be gone. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (userID: string | undefined) => void;
}

/** A person of the staff. */
export function UserPicker({ value, known, ...props }: Props) {
  const choices = useAccountChoices(known && [{ worker: known._id, workerName: known.name }]);
  return <Picker {...choices} value={value || undefined} {...props} />;
}
