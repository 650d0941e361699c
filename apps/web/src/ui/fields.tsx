import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useFormat } from '../lib/format.ts';
import { inDigits, toClock, toMinutes } from '../lib/text.ts';

export interface TypedProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
}

interface NormalisingProps extends TypedProps {
  readonly normalise: (typed: string) => string;
  readonly write?: (value: string) => string;
}

/** What was typed becomes what the service reads when the field is left, or Enter pressed, and is then shown as it is written. */
export function NormalisingInput({
  normalise,
  write = String,
  value = '',
  onChange,
  onBlur,
  onKeyDown,
  ...props
}: NormalisingProps) {
  const [typed, setTyped] = useState<string>();
  const settle = () => {
    setTyped(undefined);
    if (value !== normalise(value)) onChange?.(normalise(value));
  };
  return (
    <TextInput
      // What was typed stands as long as it is what the form holds.
      value={typed === value ? typed : write(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange?.(currentTarget.value);
      }}
      onBlur={() => {
        settle();
        onBlur?.();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
        onKeyDown?.(event);
      }}
      dir="ltr"
      autoComplete="off"
      {...props}
    />
  );
}

/** In the digits of lists. */
function DigitsInput({ placeholder = '', ...props }: NormalisingProps) {
  const { number } = useFormat();
  const write = (value: string) => inDigits(value, number);
  return <NormalisingInput write={write} inputMode="numeric" placeholder={write(placeholder)} {...props} />;
}

/** A time of day: 8, 830, 8:30, ٨:٣٠. */
export const ClockInput = (props: TypedProps) => (
  <DigitsInput normalise={toClock} placeholder="08:30" {...props} />
);

/** A length: 30, ٣٠, 1:15; its value is in minutes. */
export const MinutesInput = (props: TypedProps) => (
  <DigitsInput normalise={toMinutes} placeholder="0" {...props} />
);
