import { TextInput, type TextInputProps } from '@mantine/core';
import { toAmount, toClock } from '../lib/digits.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  readonly value?: string;
  readonly onChange?: (value: string) => void;
  readonly onBlur?: () => void;
}

/** What was typed becomes what the service reads when the field is left, or Enter pressed. */
function NormalisingInput({
  normalise,
  value = '',
  onChange,
  onBlur,
  onKeyDown,
  ...props
}: Props & { readonly normalise: (typed: string) => string }) {
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

/** An amount in digits of any script; never `type=number`, which refuses them. */
export const AmountInput = (props: Props) => (
  <NormalisingInput normalise={toAmount} inputMode="decimal" {...props} />
);

/** A time of day: 8, 830, 8:30, ٨:٣٠. */
export const ClockInput = (props: Props) => (
  <NormalisingInput normalise={toClock} inputMode="numeric" placeholder="08:30" {...props} />
);
