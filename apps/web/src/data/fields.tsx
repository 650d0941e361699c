import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { TFunction } from 'i18next';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toUnits } from '../lib/amounts.ts';
import type { Formats } from '../lib/format.ts';
import { AmountInput } from '../ui/AmountInput.tsx';
import type { Place, SortValue } from '../ui/columns.ts';
import { DayInput } from '../ui/DayInput.tsx';
import { Mail, Phone, PhoneInput } from '../ui/PhoneInput.tsx';
import { Code, Day, Money, Name } from '../ui/values.tsx';

/** What stands in a field of a record. */
export interface FieldContent<V> {
  readonly value: V;
  /** Of the record it refers to: the service answers `payeeName` beside `payee`. */
  readonly name?: string | undefined;
}

export type InputProps = GetInputPropsReturnType & {
  readonly label: string;
  readonly required: boolean;
  readonly 'data-autofocus': true | undefined;
};

export interface FilterProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** What lists, forms and questions need to know of one kind of field. */
export interface Field<V> {
  /** In the form of a new record. */
  readonly initial: V;
  /** @param known what the form of a known record began with */
  readonly input: (props: InputProps, known: FieldContent<V> | undefined) => ReactNode;
  /** Whether the form gives the input `checked` instead of `value`. */
  readonly isCheckbox?: true;
  readonly cell: (content: FieldContent<V>) => ReactNode;
  /** As plain text, where it is not the value itself. */
  readonly textOf?: (value: V, format: Formats, t: TFunction) => string;
  readonly align?: 'end';
  /** See Column. */
  readonly isText?: boolean;
  /** In the row of a narrow window; see Column. */
  readonly place?: Place;
  /** Without it the column does not sort. */
  readonly sortBy?: (content: FieldContent<V>) => SortValue;
  /** Above a list, where the address has a parameter of the field's name. */
  readonly filter?: (props: FilterProps) => ReactNode;
}

const text: Field<string> = {
  initial: '',
  input: (props) => <TextInput {...props} />,
  cell: ({ value }) => <Name>{value}</Name>,
  isText: true,
  sortBy: ({ value }) => value || null,
};

const code: Field<string> = {
  ...text,
  input: (props) => <TextInput dir="ltr" autoComplete="off" {...props} />,
  cell: ({ value }) => <Code>{value}</Code>,
  isText: false,
};

const notes: Field<string> = {
  ...text,
  input: (props) => <Textarea autosize minRows={2} {...props} />,
  place: 'hidden',
  sortBy: undefined,
};

const phone: Field<string> = {
  ...text,
  input: (props) => <PhoneInput {...props} />,
  cell: ({ value }) => <Phone>{value}</Phone>,
  sortBy: undefined,
};

const email: Field<string> = {
  ...text,
  input: (props) => <TextInput dir="ltr" inputMode="email" {...props} />,
  cell: ({ value }) => <Mail>{value}</Mail>,
  place: 'hidden',
  sortBy: undefined,
};

const amount: Field<string> = {
  initial: '',
  input: (props) => <AmountInput {...props} />,
  cell: ({ value }) => <Money value={value} />,
  textOf: (value, { money }) => value && money(value),
  align: 'end',
  place: 'end',
  sortBy: ({ value }) => toUnits(value),
};

const day: Field<string | undefined> = {
  initial: undefined,
  input: (props) => <DayInput {...props} />,
  cell: ({ value }) => value && <Day value={value} />,
  textOf: (value, format) => (value ? format.day(value) : ''),
  sortBy: ({ value }) => value ?? null,
};

/** A day that may be left out. */
const optionalDay: Field<string | null> = {
  ...(day as Field<string | null>),
  initial: null,
  input: ({ value, onChange, ...props }) => (
    <DayInput {...props} value={value ?? undefined} onChange={(typed) => onChange(typed ?? null)} />
  ),
};

const pastDay: typeof day = { ...day, input: (props) => <DayInput isPast {...props} /> };

const flag: Field<boolean> = {
  initial: false,
  input: ({ required: _, ...props }) => <Switch {...props} />,
  isCheckbox: true,
  cell: ({ value }) => <YesOrNo value={value} />,
  textOf: (value, _, t) => t(value ? 'yes' : 'no'),
  sortBy: ({ value }) => (value ? 0 : 1),
  filter: (props) => <FlagFilter {...props} />,
};

/** The kinds of field; one that refers to another record is made by `reference`. */
export const field = { text, code, notes, phone, email, amount, day, optionalDay, pastDay, flag };

interface PickerProps {
  readonly label?: ReactNode;
  readonly placeholder?: string;
  readonly w?: number;
  readonly clearable?: boolean;
  /** The identifier of the record chosen. */
  readonly value?: string | undefined;
  /** The record chosen before, whose name need not be asked for. */
  readonly known?: { readonly _id: string; readonly name: string } | undefined;
  readonly onChange?: (id: string | undefined) => void;
}

/** A field that holds the identifier of another record, which this chooses. */
export const reference = (Picker: ComponentType<PickerProps>): Field<string | undefined> => ({
  initial: undefined,
  input: (props, { value: _id, name } = { value: undefined }) => (
    <Picker {...props} known={_id && name ? { _id, name } : undefined} />
  ),
  cell: ({ name = '' }) => <Name>{name}</Name>,
  isText: true,
  sortBy: ({ name }) => name ?? null,
  filter: (props) => <ReferenceFilter Picker={Picker} {...props} />,
});

/** The same where it may refer to none. */
export const optionalReference = (Picker: ComponentType<PickerProps>): Field<string | null> => {
  const { cell, filter } = reference(Picker);
  return {
    initial: null,
    input: ({ value, onChange, ...props }, { value: _id, name } = { value: null }) => (
      <Picker
        clearable
        {...props}
        value={value ?? undefined}
        onChange={(chosen) => onChange(chosen ?? null)}
        known={_id && name ? { _id, name } : undefined}
      />
    ),
    cell: ({ value, name }) => cell({ value: value ?? undefined, name }),
    isText: true,
    sortBy: ({ name }) => name || null,
    ...(filter && { filter }),
  };
};

function ReferenceFilter({
  Picker,
  ...props
}: FilterProps & { readonly Picker: ComponentType<PickerProps> }) {
  const { t } = useTranslation();
  return <Picker placeholder={t('all')} w={200} clearable {...props} />;
}

function FlagFilter({ label, value, onChange }: FilterProps) {
  const { t } = useTranslation();
  return (
    <Select
      label={label}
      w={150}
      allowDeselect={false}
      data={[
        { value: 'all', label: t('all') },
        { value: 'true', label: t('yes') },
        { value: 'false', label: t('no') },
      ]}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : (chosen ?? undefined))}
    />
  );
}

/** A flag in words. */
export function YesOrNo({ value }: { readonly value: boolean }) {
  const { t } = useTranslation();
  return t(value ? 'yes' : 'no');
}
