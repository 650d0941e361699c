import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays, addMonths, monthOf } from '../lib/dates.ts';
import { useFormat } from '../lib/format.ts';
import { DayFilter } from './DayInput.tsx';

interface Props {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** From month to month, and back to the present one. */
export function MonthStepper({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { month, today } = useFormat();
  const present = monthOf(today());
  return (
    <Group gap="xs" wrap="nowrap">
      <Step name={t('previousMonth')} icon="back" onClick={() => onChange(addMonths(value, -1))} />
      <Text fw={600} miw={120} ta="center" aria-live="polite">
        {month(value)}
      </Text>
      <Step name={t('nextMonth')} icon="on" onClick={() => onChange(addMonths(value, 1))} />
      {value !== present && (
        <Button variant="default" size="compact-sm" className="no-print" onClick={() => onChange(present)}>
          {t('thisMonth')}
        </Button>
      )}
    </Group>
  );
}

/** From day to day, to any day, and back to today. */
export function DayStepper({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { today } = useFormat();
  const present = today();
  return (
    <Group gap="xs" wrap="nowrap">
      <Step name={t('previousDay')} icon="back" onClick={() => onChange(addDays(value, -1))} />
      <DayFilter
        aria-label={t('pickDay')}
        w={152}
        clearable={false}
        value={value}
        onChange={(day) => day && onChange(day)}
      />
      <Step name={t('nextDay')} icon="on" onClick={() => onChange(addDays(value, 1))} />
      {value !== present && (
        <Button variant="default" size="compact-sm" className="no-print" onClick={() => onChange(present)}>
          {t('today')}
        </Button>
      )}
    </Group>
  );
}

const icons = { back: IconChevronLeft, on: IconChevronRight };

function Step({ name, icon, onClick }: { name: string; icon: 'back' | 'on'; onClick: () => void }) {
  const Icon = icons[icon];
  return (
    <ActionIcon
      variant="default"
      size="lg"
      className="no-print"
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      <Icon size={18} className="mirrored" aria-hidden />
    </ActionIcon>
  );
}
