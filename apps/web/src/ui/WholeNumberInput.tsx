import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { bare } from '../lib/digits.ts';
import { useFormat } from '../lib/format.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Not a number where it cannot be read: a schema refuses it. */
  readonly value?: number;
  readonly onChange?: (value: number) => void;
  /** What a text means; else a whole number. */
  readonly read?: (typed: string) => number;
  readonly write?: (value: number) => string;
}

const wholeNumber = (typed: string) => (/^\d{1,9}$/.test(bare(typed)) ? Number(bare(typed)) : Number.NaN);

/** A whole number, typed in digits of any script. */
export function WholeNumberInput({
  value = Number.NaN,
  onChange,
  read = wholeNumber,
  write: given,
  onBlur,
  ...props
}: Props) {
  const { number } = useFormat();
  const write = given ?? number;
  const [typed, setTyped] = useState<string>();
  // What was typed stands as long as it is what the form holds.
  const isOwn = typed !== undefined && Object.is(read(typed), value);
  return (
    <TextInput
      value={isOwn ? typed : Number.isNaN(value) ? '' : write(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange?.(read(currentTarget.value));
      }}
      onBlur={(event) => {
        if (!Number.isNaN(value)) setTyped(undefined);
        onBlur?.(event);
      }}
      dir="ltr"
      inputMode="numeric"
      autoComplete="off"
      {...props}
    />
  );
}
