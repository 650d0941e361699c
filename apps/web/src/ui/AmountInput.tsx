import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import { isAmount } from '../lib/money.ts';
import type { TypedProps } from './fields.tsx';

/** After what can be read in two ways: no schema takes that for an amount. */
const doubt = '?';

/**
 * An amount, written as the lists write it and typed in digits of any script; never `type=number`, which refuses them.
 * Its value is as the service reads it; what was typed, where it cannot be read, for a schema to refuse.
 */
export function AmountInput({ value = '', onChange, onBlur, onKeyDown, error, ...props }: TypedProps) {
  const { t } = useTranslation();
  const { amount, readAmount } = useFormat();
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const read = (text: string) => {
    const [one, other] = readAmount(text);
    return other === undefined ? (one ?? text) : text + doubt;
  };
  const isRead = isAmount(value);
  const written = isRead ? amount(value) : value.replace(doubt, '');
  // What was typed stands as long as it is what the form holds.
  const shown = typed !== undefined && read(typed) === value ? typed : written;
  const [one, other] = value.endsWith(doubt) ? readAmount(shown) : [];
  const isAsked = one !== undefined && other !== undefined && (isLeft || Boolean(error));
  const settle = () => {
    setLeft(true);
    if (isRead) setTyped(undefined);
  };
  return (
    <TextInput
      value={shown}
      onChange={({ currentTarget }) => {
        setLeft(false);
        setTyped(currentTarget.value);
        onChange?.(read(currentTarget.value));
      }}
      onBlur={() => {
        settle();
        onBlur?.();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
        onKeyDown?.(event);
      }}
      error={isAsked ? t('twoAmounts', { one: amount(one), other: amount(other) }) : error}
      dir="ltr"
      autoComplete="off"
      inputMode="decimal"
      {...props}
    />
  );
}
