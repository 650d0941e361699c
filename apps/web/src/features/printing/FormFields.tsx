import type { ChequeForm } from '@daybook/domain';
import { Checkbox, Fieldset, SimpleGrid, TextInput, type TextInputProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bare } from '../../lib/text.ts';
import { defaultForm, type FieldName, fieldNames } from './places.ts';

/** What the fields of a cheque are called. */
export function useFieldNames(): Readonly<Record<FieldName, string>> {
  const { t } = useTranslation('printing');
  return {
    date: t('fields.date'),
    payee: t('fields.payee'),
    amount: t('fields.amount'),
    words: t('fields.words'),
    wordsSecondLine: t('fields.wordsSecondLine'),
    crossed: t('fields.crossed'),
  };
}

interface Props {
  readonly form: UseFormReturnType<{ readonly chequeForm: ChequeForm }>;
}

/** Millimetres of the form, and of each field that it has. */
export function FormFields({ form }: Props) {
  const { t } = useTranslation('printing');
  const names = useFieldNames();
  const { chequeForm } = form.getValues();
  const length = (path: string, label: string, value: number | undefined) => (
    <LengthInput
      {...form.getInputProps(`chequeForm.${path}`)}
      label={label}
      value={value}
      onChange={(changed) => form.setFieldValue(`chequeForm.${path}`, changed as never)}
    />
  );
  const setPlace = (name: FieldName, isThere: boolean) =>
    form.setFieldValue('chequeForm.fields', {
      ...chequeForm.fields,
      [name]: isThere ? defaultForm.fields[name] : undefined,
    });
  const margins = [
    ['left', t('marginLeft')],
    ['top', t('marginTop')],
  ] as const;
  const setMargin = (name: 'left' | 'top', value: number | undefined) =>
    form.setFieldValue('chequeForm.margin', { left: 0, top: 0, ...chequeForm.margin, [name]: value ?? 0 });
  return (
    <>
      <Fieldset legend={t('sheet')} className="place-fields">
        <SimpleGrid cols={4} spacing="xs">
          {length('width', t('width'), chequeForm.width)}
          {length('height', t('height'), chequeForm.height)}
          {margins.map(([name, label]) => (
            <LengthInput
              key={name}
              {...form.getInputProps(`chequeForm.margin.${name}`)}
              label={label}
              value={chequeForm.margin?.[name] ?? 0}
              onChange={(value) => setMargin(name, value)}
            />
          ))}
        </SimpleGrid>
      </Fieldset>
      {fieldNames.map((name) => {
        const place = chequeForm.fields[name];
        return (
          <Fieldset
            key={name}
            className="place-fields"
            legend={
              <Checkbox
                size="sm"
                label={names[name]}
                checked={place !== undefined}
                onChange={({ currentTarget }) => setPlace(name, currentTarget.checked)}
              />
            }
          >
            {place && (
              <SimpleGrid cols={4} spacing="xs">
                {length(`fields.${name}.x`, t('fromLeft'), place.x)}
                {length(`fields.${name}.y`, t('fromTop'), place.y)}
                {length(`fields.${name}.width`, t('width'), place.width)}
                {length(`fields.${name}.size`, t('letters'), place.size)}
              </SimpleGrid>
            )}
          </Fieldset>
        );
      })}
    </>
  );
}

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
function LengthInput({ value, onChange, ...props }: LengthInputProps) {
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
