import { TextInput, type TextInputProps } from '@mantine/core';
import { toClock, toMinutes } from '../lib/text.ts';

export interface TypedProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
}

/** What was typed becomes what the service reads when the field is left, or Enter pressed. */
export function NormalisingInput({
  normalise,
  value = '',
  onChange,
  onBlur,
  onKeyDown,
  ...props
}: TypedProps & { readonly normalise: (typed: string) => string }) {
  const settle = () => {
    if (value !== normalise(value)) onChange?.(normalise(value));
  };
  return (
    <TextInput
      value={value}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
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

/** A time of day: 8, 830, 8:30, ٨:٣٠. */
export const ClockInput = (props: TypedProps) => (
  <NormalisingInput normalise={toClock} inputMode="numeric" placeholder="08:30" {...props} />
);

/** A length: 30, ٣٠, 1:15; its value is in minutes. */
export const MinutesInput = (props: TypedProps) => (
  <NormalisingInput normalise={toMinutes} inputMode="numeric" placeholder="0" {...props} />
);
