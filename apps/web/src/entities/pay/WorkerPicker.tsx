import type { SelectProps } from '@mantine/core';
import { Picker } from '../../ui/Picker.tsx';
import { useAccountChoices } from '../users/accounts.ts';
import { useBalances } from './useBalances.ts';
import { useMayPay } from './useMayPay.ts';

interface Props extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** Who was chosen before, and stays among the choices. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (userID: string | undefined) => void;
}

/** A worker whom the caller may pay, also one whose account is gone and who is still owed something. */
export function WorkerPicker({ value, known, ...props }: Props) {
  const mayPay = useMayPay();
  const { data: balances = [] } = useBalances();
  const chosen = known ? [{ worker: known._id, workerName: known.name }] : [];
  const { choices, ...others } = useAccountChoices([...balances, ...chosen]);
  const payable = choices
    .map(({ group, items }) => ({ group, items: items.filter((one) => mayPay(one.value)) }))
    .filter(({ items }) => items.length > 0);
  return <Picker choices={payable} {...others} value={value || undefined} {...props} />;
}
