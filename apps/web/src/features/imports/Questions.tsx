import { dayOrders, decimalMarks, type Import } from '@daybook/domain';
import { Alert, Button, Group, NativeSelect, Radio } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordTexts } from '../../data/record-description.ts';
import { addMonths, monthOf } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { toClock } from '../../lib/text.ts';
import { ClockInput } from '../../ui/fields.tsx';
import { amountsOf, daysOf, exampleOf } from './importing.ts';
import type { OpenImport } from './useImport.ts';

type Option = Import['ambiguous'][number];

/** What the file does not say is asked once for all of it; what was typed can still be changed. */
export function Questions(props: OpenImport) {
  const { answer, reading } = props;
  const { t } = useTranslation('imports');
  const asked = new Set<Option>(answer.ambiguous);
  for (const option of ['month', 'times'] as const) if (reading[option] !== undefined) asked.add(option);
  return [...asked].map((option) => (
    <Alert key={option} variant="default" icon={<IconHelp />} mb="md" title={t(`questions.${option}`)}>
      {option === 'month' ? (
        <MonthQuestion {...props} />
      ) : option === 'times' ? (
        <TimesQuestion {...props} />
      ) : (
        <OrderQuestion {...props} option={option} />
      )}
    </Alert>
  ));
}

/** What can be read in two ways. */
function OrderQuestion({ answer, reading, readAgain, option }: OpenImport & { option: 'dates' | 'decimal' }) {
  const { t } = useTranslation('imports');
  const { longDay, amount } = useFormat();
  const days = exampleOf(answer, daysOf);
  const amounts = exampleOf(answer, amountsOf);
  const { text, choices } = {
    dates: {
      text: days?.text,
      choices:
        days?.readings.map(({ value, day }) => ({ value, label: longDay(day) })) ??
        dayOrders.map((value) => ({ value, label: t(`orders.${value}`) })),
    },
    decimal: {
      text: amounts?.text,
      choices:
        amounts?.readings.map(({ value, amount: one }) => ({ value, label: amount(one) })) ??
        decimalMarks.map((value) => ({ value, label: t(`marks.${value}`) })),
    },
  }[option];
  return (
    <Radio.Group
      label={text === undefined ? t('inThisFile') : t('isOne', { text })}
      value={reading[option] ?? ''}
      onChange={(value) => void readAgain({ [option]: value })}
    >
      <Group mt="xs">
        {choices.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </Group>
    </Radio.Group>
  );
}

const monthsShown = 36;

/** The months of which there may be records, the newest first, and one that was recognised. */
export function useMonthChoices(known: string | null) {
  const { month, today } = useFormat();
  const next = addMonths(monthOf(today()), 1);
  const months = Array.from({ length: monthsShown }, (_, index) => addMonths(next, -index));
  return [...new Set([...(known ? [known] : []), ...months])]
    .sort()
    .reverse()
    .map((value) => ({ value, label: month(value) }));
}

/** Of columns that are numbers of days. */
function MonthQuestion({ answer, reading, readAgain }: OpenImport) {
  const { t } = useTranslation('imports');
  return (
    <NativeSelect
      label={t('inThisFile')}
      maw={240}
      value={reading.month ?? ''}
      onChange={({ currentTarget }) => void readAgain({ month: currentTarget.value || undefined })}
      data={[{ value: '', label: t('notRecognised') }, ...useMonthChoices(answer.month)]}
    />
  );
}

const pressed = (isChosen: boolean) => ({
  variant: isChosen ? 'light' : 'default',
  'aria-pressed': isChosen,
});
const isClock = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Of a mark of presence. */
function TimesQuestion({ reading, readAgain }: OpenImport) {
  const { t } = useTranslation('imports');
  const { fieldOf } = useRecordTexts();
  const [said = '', until = ''] = reading.times?.split('-') ?? [];
  const [start, setStart] = useState(isClock(said) ? said : '08:00');
  const [finish, setFinish] = useState(isClock(until) ? until : '16:00');
  const [from, to] = [toClock(start), toClock(finish)];
  return (
    <Group align="flex-end">
      <ClockInput label={fieldOf('logs', 'startingTime')} value={start} onChange={setStart} w={110} />
      <ClockInput label={fieldOf('logs', 'finishingTime')} value={finish} onChange={setFinish} w={110} />
      <Button
        {...pressed(reading.times === `${from}-${to}`)}
        disabled={!isClock(from) || !isClock(to)}
        onClick={() => void readAgain({ times: `${from}-${to}` })}
      >
        {t('times.same')}
      </Button>
      <Button {...pressed(reading.times === 'usual')} onClick={() => void readAgain({ times: 'usual' })}>
        {t('times.usual')}
      </Button>
    </Group>
  );
}
