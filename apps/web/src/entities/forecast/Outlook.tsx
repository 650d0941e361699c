import { Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { Forecast } from './forecast.ts';
import '../../ui/figures.css';

/** In words: what is missing on the first day below zero, or that nothing is. */
export function Outlook({
  forecast: { shortfall, to },
}: {
  readonly forecast: Pick<Forecast, 'shortfall' | 'to'>;
}) {
  const { t } = useTranslation('forecast');
  const { day } = useFormat();
  return (
    <Text component="div" aria-live="polite">
      {shortfall ? (
        <Shortfall {...shortfall} />
      ) : (
        <Chip tone="success" icon={IconCheck}>
          {t('enough', { day: day(to) })}
        </Chip>
      )}
    </Text>
  );
}

interface MissingProps {
  readonly date: string;
  readonly amount: string;
}

/** 750.00 missing on Thu, 24 Dec 2026 */
export function Shortfall({ date, amount }: MissingProps) {
  const { t } = useTranslation('forecast');
  const { longDay, money } = useFormat();
  return (
    <span className="missing">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{t('missing', { amount: money(amount), day: longDay(date) })}</span>
    </span>
  );
}
