import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isAmount } from '../lib/amounts.ts';
import { useFormat } from '../lib/format.ts';
import { bare, inDigits } from '../lib/text.ts';
import type { TypedProps } from './fields.tsx';

/** After what can be read in two ways: no schema takes that for an amount. */
const doubt = '?';

/** What stands for a typed amount, by what it can mean: itself where that is nothing. */
export const amountValue = (typed: string, [one, other]: readonly string[]) =>
  other === undefined ? (one ?? typed) : typed + doubt;

/** How many cells of a spreadsheet hold something. */
const cellsIn = (text: string) => text.split(/[\t\r\n]/).filter((cell) => cell.trim() !== '').length;

/**
 * An amount, written as the lists write it and typed in digits of any script; never `type=number`, which refuses them.
 * Its value is as the service reads it; what was typed, where it cannot be read, for a schema to refuse.
 */
export function AmountInput({
  value = '',
  onChange,
  onBlur,
  onKeyDown,
  error,
  placeholder,
  ...props
}: TypedProps) {
  const { t } = useTranslation();
  const { t: issue } = useTranslation('issues');
  const { amount, number, readAmount } = useFormat();
  const [typed, setTyped] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const [pasted, setPasted] = useState(0);
  const read = (text: string) => amountValue(text, readAmount(text));
  const isRead = isAmount(value);
  const written = isRead ? amount(value) : value.replace(doubt, '');
  // What was typed stands as long as it is what the form holds.
  const shown = typed !== undefined && read(typed) === value ? typed : written;
  const [one, other] = value.endsWith(doubt) ? readAmount(shown) : [];
  const isAsked = one !== undefined && other !== undefined && (isLeft || Boolean(error));
  const fault = () => {
    if (pasted > 1) return t('pastedCells', { cells: pasted });
    if (isAsked) return t('twoAmounts', { one: amount(one), other: amount(other) });
    return (
      error || (isLeft && value !== '' && !isRead && issue('invalid_amount', { example: amount('12.50') }))
    );
  };
  const settle = () => {
    setLeft(true);
    if (isRead) setTyped(undefined);
  };
  return (
    <TextInput
      value={shown}
      onChange={({ currentTarget }) => {
        setLeft(false);
        setPasted(0);
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
      // Browsers join pasted cells with spaces, which would make one amount of two.
      onPaste={(event) => {
        const count = cellsIn(event.clipboardData.getData('text/plain'));
        setPasted(count);
        if (count > 1) event.preventDefault();
      }}
      error={fault()}
      dir="ltr"
      autoComplete="off"
      inputMode="decimal"
      placeholder={placeholder && inDigits(placeholder, number)}
      {...props}
    />
  );
}

interface Props extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Not a number where it cannot be read: a schema refuses it. */
  readonly value?: number | undefined;
  readonly onChange?: (value: number | undefined) => void;
  /** What a text means; else a whole number. Nothing where the field may be left empty. */
  readonly read?: (typed: string) => number | undefined;
  readonly write?: (value: number) => string;
}

export const wholeNumber = (typed: string) =>
  /^\d{1,9}$/.test(bare(typed)) ? Number(bare(typed)) : Number.NaN;

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
