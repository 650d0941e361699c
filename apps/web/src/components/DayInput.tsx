import '@mantine/dates/styles.css';
import { toDay } from '@daybook/domain';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useTranslation } from 'react-i18next';
import { toAscii } from '../lib/digits.ts';
import { useFormat } from '../lib/format.ts';

type Props = Omit<DateInputProps, 'value' | 'onChange'> & {
  readonly value?: string | undefined;
  readonly onChange?: (day: string | undefined) => void;
};

/** 8.12.2023, 8/12/2023 (day first) or 2023-12-8, in digits of any script. */
export function parseDay(typed: string): string | null {
  const text = toAscii(typed).trim();
  const [, day, month, year] = /^(\d{1,2})[./\- ](\d{1,2})[./\- ](\d{4})$/.exec(text) ?? [];
  return toDay(day ? `${year}-${month}-${day}` : text.replace(/[./ ]/g, '-')) ?? null;
}

const noDays: [] = [];

/** A day: typed or picked. */
export function DayInput({ value, onChange, ...props }: Props) {
  const { t } = useTranslation();
  const { firstDayOfWeek } = useFormat();
  return (
    <DateInput
      value={value ?? null}
      onChange={(day) => onChange?.(day ?? undefined)}
      valueFormat="YYYY-MM-DD"
      dateParser={parseDay}
      firstDayOfWeek={(firstDayOfWeek % 7) as 0}
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
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
