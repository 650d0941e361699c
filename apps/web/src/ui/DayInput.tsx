import '@mantine/dates/styles.css';
import './fields.css';
import { toDay } from '@daybook/domain';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useDidUpdate } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import { formatDigits, parseDay } from '../lib/typed-day.ts';

type Props = Omit<DateInputProps, 'value' | 'onChange'> & {
  readonly value?: string | undefined;
  /** Whether days are mostly past: a weekday or a day of the month is then the last one. */
  readonly isPast?: boolean;
  /** What was typed, where it is no day: for a form, whose schema refuses it. */
  readonly onChange?: (day: string | undefined) => void;
};

const noDays: [] = [];

/** A day: typed, in many ways, or picked. What cannot be read stays, with an error once the field is left. */
export function DayInput({
  value,
  isPast,
  onChange,
  onBlur,
  onClick,
  error,
  clearable = true,
  ...props
}: Props) {
  const { t } = useTranslation();
  const { firstDayOfWeek, day: write, locale, longDay, today } = useFormat();
  const read = (text: string) => parseDay(text, locale, today(), isPast);
  const [typed, setTyped] = useState('');
  const [unread, setUnread] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  // Whoever is led to a fault sees what it is, and the calendar over it once they go on here.
  const [isAtWork, setAtWork] = useState(false);
  useDidUpdate(() => setAtWork(false), [error]);
  useDidUpdate(() => setUnread((old) => (old === value ? old : undefined)), [value]);
  const type = (text: string) => {
    const isUnread = read(text) === undefined && (text.trim() !== '' || !clearable);
    setTyped(text);
    setUnread(isUnread ? text : undefined);
    setLeft(false);
    setAtWork(true);
    if (isUnread) onChange?.(text);
  };
  const understood = read(typed);
  const isFaulty = isLeft && unread !== undefined;
  return (
    <DateInput
      value={value !== undefined && toDay(value) === value ? value : null}
      onChange={(day) => onChange?.(day ?? undefined)}
      onInput={({ currentTarget }) => type(currentTarget.value)}
      onBlur={(event) => {
        setLeft(true);
        setTyped('');
        setAtWork(false);
        onBlur?.(event);
      }}
      onClick={(event) => {
        setAtWork(true);
        onClick?.(event);
      }}
      popoverProps={{ disabled: Boolean(props.disabled || props.readOnly || (error && !isAtWork)) }}
      onKeyDown={({ key }) => key === 'Enter' && setLeft(true)}
      error={isFaulty ? t('noDay', { example: formatDigits(locale, 31, 1, 2026) }) : error}
      fixOnBlur={unread === undefined}
      valueFormat={write}
      defaultDate={today()}
      dateParser={(text) => read(text) ?? null}
      placeholder={t('dayHint', { example: formatDigits(locale, 5, 11) })}
      description={understood && understood === value && <bdi>{longDay(understood)}</bdi>}
      descriptionProps={{ className: props.label ? 'understood' : 'understood above', 'aria-live': 'polite' }}
      pos="relative"
      firstDayOfWeek={(firstDayOfWeek % 7) as 0}
      clearable={clearable}
      // Tab goes on to the next field; by keyboard the text is emptied.
      clearButtonProps={{ tabIndex: -1, 'aria-label': [t('clear'), props.label].filter(Boolean).join(': ') }}
      // Which days those are differs from country to country; marked in red they are also hard to read.
      weekendDays={noDays}
      ariaLabels={{
        previousMonth: t('previousMonth'),
        nextMonth: t('nextMonth'),
        previousYear: t('previousYear'),
        nextYear: t('nextYear'),
        previousDecade: t('previousDecade'),
        nextDecade: t('nextDecade'),
        monthLevelControl: t('pickMonth'),
        yearLevelControl: t('pickYear'),
      }}
      {...props}
    />
  );
}

/** A day to look for: what cannot be read changes nothing. */
export const DayFilter = ({ onChange, ...props }: Props) => (
  <DayInput {...props} onChange={(day) => (day === undefined || toDay(day) === day) && onChange?.(day)} />
);
