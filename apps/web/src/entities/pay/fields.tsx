import { payEntryKinds, rateBases } from '@daybook/domain';
import { Select, type SelectProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Field, field, type InputProps } from '../../data/fields.tsx';
import { useFormat } from '../../lib/format.ts';
import { AmountInput, WholeNumberInput } from '../../ui/AmountInput.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { useAccountChoices } from '../users.tsx';
import { useBalances, useMayPay } from './hooks.tsx';
import type { PayEntry, Rate } from './pay.ts';

/** What a rate is paid for. */
export const basis: Field<Rate['basis']> = {
  initial: 'hour',
  input: (props) => <BasisInput {...props} />,
  cell: ({ value }) => <BasisText value={value} />,
  textOf: (value, _, textOf) => textOf(`rates:bases.${value}` as never),
  sortBy: ({ value }) => rateBases.indexOf(value),
};

function BasisInput(props: InputProps) {
  const { t } = useTranslation('rates');
  const data = rateBases.map((value) => ({ value, label: t(`bases.${value}`) }));
  return <Select allowDeselect={false} data={data} {...props} />;
}

const BasisText = ({ value }: { readonly value: Rate['basis'] }) =>
  useTranslation('rates').t(`bases.${value}`);

/** Of which kind an entry is. */
export const kind: Field<PayEntry['kind']> = {
  initial: 'advance',
  input: (props) => <KindInput {...props} />,
  cell: ({ value }) => <KindText value={value} />,
  textOf: (value, _, textOf) => textOf(`payEntries:kinds.${value}` as never),
  place: 'first',
  sortBy: ({ value }) => payEntryKinds.indexOf(value),
};

function KindInput(props: InputProps) {
  const { t } = useTranslation('payEntries');
  const data = payEntryKinds.map((value) => ({ value, label: t(`kinds.${value}`) }));
  return <Select allowDeselect={false} data={data} {...props} />;
}

const KindText = ({ value }: { readonly value: PayEntry['kind'] }) =>
  useTranslation('payEntries').t(`kinds.${value}`);

/** An amount that may be left out. */
export const optionalAmount: Field<string | undefined> = {
  ...(field.amount as Field<string | undefined>),
  initial: undefined,
  input: ({ onChange, ...props }) => (
    <AmountInput {...props} onChange={(typed: string) => onChange(typed || undefined)} />
  ),
};

/** A whole number. @param initial undefined: the service's own */
export const wholeNumber = (initial: number | undefined): Field<number | undefined> => ({
  initial,
  input: ({ onChange, ...props }) => (
    <WholeNumberInput
      {...props}
      // What was taken away is not sent.
      onChange={(value) => onChange(Number.isNaN(value) && initial === undefined ? undefined : value)}
    />
  ),
  cell: ({ value }) => <WholeNumber value={value} />,
  align: 'end',
  place: 'hidden',
  sortBy: ({ value }) => value ?? null,
});

function WholeNumber({ value }: { readonly value: number | undefined }) {
  const { number } = useFormat();
  return value === undefined ? null : <span className="number">{number(value)}</span>;
}

/** A number with digits after the point that is no amount. */
export const factor: Field<string> = {
  ...field.amount,
  initial: '1',
  cell: ({ value }) => <Factor value={value} />,
  textOf: (value, { number }) => value && number(Number(value)),
  place: 'hidden',
};

const Factor = ({ value }: { readonly value: string }) => (
  <span className="number">{useFormat().number(Number(value))}</span>
);

interface WorkerPickerProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string | undefined;
  /** Who was chosen before, and stays among the choices. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (userID: string | undefined) => void;
}

/** A worker whom the caller may pay, also one whose account is gone and who is still owed something. */
export function WorkerPicker({ value, known, ...props }: WorkerPickerProps) {
  const mayPay = useMayPay();
  const { data: balances = [] } = useBalances();
  const chosen = known ? [{ worker: known._id, workerName: known.name }] : [];
  const { choices, ...others } = useAccountChoices([...balances, ...chosen]);
  const payable = choices
    .map(({ group, items }) => ({ group, items: items.filter((one) => mayPay(one.value)) }))
    .filter(({ items }) => items.length > 0);
  return <Picker choices={payable} {...others} value={value || undefined} {...props} />;
}
