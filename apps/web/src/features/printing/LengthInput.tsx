import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { bare } from '../../lib/digits.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: number | undefined;
  readonly onChange: (length: number | undefined) => void;
}

const step = 0.5;

/** What was typed, in digits of any script and with either sign before its decimals; NaN where it is no number. */
const lengthOf = (typed: string): number | undefined => {
  const text = bare(typed);
  if (text === '') return undefined;
  // Thousands of millimetres there are not: `1,250` is refused.
  return /^-?\d{1,4}([.,٫]\d{1,2})?$/.test(text) ? Number(text.replace(/[,٫]/, '.')) : Number.NaN;
};

/** Millimetres; the arrow keys move by half of one. */
export function LengthInput({ value, onChange, ...props }: Props) {
  const [typed, setTyped] = useState<string>();
  // What was typed stands as long as it is what the form holds.
  const isTyped = typed !== undefined && Object.is(lengthOf(typed), value);
  const put = (text: string) => {
    setTyped(text);
    onChange(lengthOf(text));
  };
  return (
    <TextInput
      value={isTyped ? typed : String(value ?? '')}
      onChange={({ currentTarget }) => put(currentTarget.value)}
      onKeyDown={(event) => {
        const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (direction === undefined || Number.isNaN(value)) return;
        event.preventDefault();
        put(String(Math.max(0, (value ?? 0) + direction * step)));
      }}
      dir="ltr"
      autoComplete="off"
      inputMode="decimal"
      size="xs"
      {...props}
    />
  );
}
