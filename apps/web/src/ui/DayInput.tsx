import '@mantine/dates/styles.css';
import './fields.css';
import { toDay } from '@daybook/domain';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useDidUpdate } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format.ts';
import { inDigits } from '../lib/text.ts';
import { formatDigits, parseDay } from '../lib/typed-day.ts';

type Props = Omit<DateInputProps, 'value' | 'onChange'> & {
  readonly value?: string | undefined;
  /** Whether days are mostly past: a weekday or a day of the month is then the last one. */
  readonly isPast?: boolean;
  /** What was typed, where it is no day: for a form, whose schema refuses it. */
  readonly onChange?: (day: string | undefined) => void;
};

const noDays: [] = [];

/** Escape is meant for the calendar, not for the drawer that it stands in. */
const keptFromDrawer = { 'data-mantine-stop-propagation': true };
/** Only one is open at a time. */
const calendar = '[data-dates-dropdown]';

/**
 * A day: typed, in many ways, or picked from a calendar that a click or an arrow down opens. What cannot be read stays, with
 * an error once the field is left.
 */
export function DayInput({ value, isPast, onChange, onBlur, error, clearable = true, ...props }: Props) {
  const { t } = useTranslation();
  const { firstDayOfWeek, day: write, locale, longDay, number, today } = useFormat();
  const digits = (text: string) => inDigits(text, number);
  const read = (text: string) => parseDay(text, locale, today(), isPast);
  const [typed, setTyped] = useState('');
  const [unread, setUnread] = useState<string>();
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const close = () => {
    if (document.activeElement?.closest(calendar)) input.current?.focus();
    setOpen(false);
  };
  const goToCalendar = () => {
    flushSync(() => setOpen(true));
    const days = ['[data-selected]', '[data-today]', ':enabled'].map((which) =>
      document.querySelector<HTMLElement>(`${calendar} td button${which}`),
    );
    days.find((day) => day !== null)?.focus();
  };
  useDidUpdate(() => setUnread((old) => (old === value ? old : undefined)), [value]);
  const type = (text: string) => {
    const isUnread = read(text) === undefined && (text.trim() !== '' || !clearable);
    setTyped(text);
    setUnread(isUnread ? text : undefined);
    setLeft(false);
    setOpen(false);
    if (isUnread) onChange?.(text);
  };
  const understood = read(typed);
  const isFaulty = isLeft && unread !== undefined;
  return (
    <DateInput
      value={value !== undefined && toDay(value) === value ? value : null}
      onChange={(day) => onChange?.(day ?? undefined)}
      onInput={({ currentTarget }) => type(currentTarget.value)}
      ref={input}
      onBlur={(event) => {
        if (event.relatedTarget?.closest(calendar)) return;
        setLeft(true);
        setTyped('');
        setOpen(false);
        onBlur?.(event);
      }}
      onClick={() => setOpen(true)}
      popoverProps={{ opened: isOpen, onChange: (next) => next || close(), transitionProps: { duration: 0 } }}
      getDayProps={() => ({
        ...keptFromDrawer,
        onClick: close,
        onKeyDown: ({ key }) => key === 'Tab' && close(),
      })}
      {...(isOpen && keptFromDrawer)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setLeft(true);
        if (event.key === 'Enter' || event.key === 'Escape') setOpen(false);
        if (event.key !== 'ArrowDown' || props.readOnly) return;
        event.preventDefault();
        goToCalendar();
      }}
      error={isFaulty ? t('noDay', { example: digits(formatDigits(locale, 31, 1, 2026)) }) : error}
      fixOnBlur={unread === undefined}
      valueFormat={write}
      defaultDate={today()}
      dateParser={(text) => read(text) ?? null}
      placeholder={t('dayHint', { example: digits(formatDigits(locale, 5, 11)), days: digits('+30') })}
      description={understood && understood === value && <bdi>{longDay(understood)}</bdi>}
      descriptionProps={{ className: props.label ? 'understood' : 'understood above', 'aria-live': 'polite' }}
      pos="relative"
      firstDayOfWeek={(firstDayOfWeek % 7) as 0}
      clearable={clearable}
      // Tab goes on to the next field; by keyboard the text is emptied.
      clearButtonProps={{
        tabIndex: -1,
        'aria-label': props.label ? t('clearField', { field: String(props.label) }) : t('clear'),
      }}
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
