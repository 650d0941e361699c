import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { bare } from '../../lib/text.ts';

interface RulerProps {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
}

const upTo = (length: number, step: number) =>
  Array.from({ length: Math.floor(length / step) + 1 }, (_, at) => at * step);

/** A grid of millimetres, with a number each centimetre. */
export function Ruler({ width, height }: RulerProps) {
  const grid = (step: number) =>
    [
      ...upTo(width, step).map((x) => `M${x} 0V${height}`),
      ...upTo(height, step).map((y) => `M0 ${y}H${width}`),
    ].join('');
  return (
    <svg
      className="ruler"
      viewBox={`0 0 ${width} ${height}`}
      style={{ width: `${width}mm`, height: `${height}mm` }}
      aria-hidden
    >
      <path d={grid(1)} strokeWidth={0.05} stroke="#c4cad4" />
      <path d={grid(5)} strokeWidth={0.1} stroke="#9aa3b2" />
      <path d={grid(10)} strokeWidth={0.15} stroke="#5a6472" />
      {upTo(width, 10).map((x) => (
        <text key={`x${x}`} x={x + 0.4} y={2.2}>
          {x || ''}
        </text>
      ))}
      {upTo(height, 10).map((y) => (
        <text key={`y${y}`} x={0.4} y={y - 0.4}>
          {y || ''}
        </text>
      ))}
    </svg>
  );
}

interface LengthInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
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
export function LengthInput({ value, onChange, ...props }: LengthInputProps) {
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
