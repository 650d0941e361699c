import './forecast.css';
import { Alert, Anchor, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Chip } from '../../ui/Chip.tsx';
import type { Forecast } from './forecast.ts';

/** In words: what is missing on the first day below zero, or that nothing is. */
export function Outlook({ forecast: { shortfall, to } }: { readonly forecast: Forecast }) {
  const { t } = useTranslation('forecast');
  const { day } = useFormat();
  return (
    <Text component="div" aria-live="polite">
      {shortfall ? (
        <Missing {...shortfall} />
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
export function Missing({ date, amount }: MissingProps) {
  const { t } = useTranslation('forecast');
  const { longDay, money } = useFormat();
  return (
    <span className="missing">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{t('missing', { amount: money(amount), day: longDay(date) })}</span>
    </span>
  );
}

/** Says what the forecast begins with, and how to change it. @param accountID undefined: the page is that of the account */
export function NoReading({ accountID }: { readonly accountID: string | undefined }) {
  const { t } = useTranslation('forecast');
  return (
    <Alert color="blue" role="note" icon={<IconInfoCircle aria-hidden />} py="xs">
      <Text size="sm">
        {t('noReading')}
        {accountID !== undefined && (
          <Anchor component={Link} to={`/accounts/${accountID}`} inherit display="block" className="no-print">
            {t('toAccount')}
          </Anchor>
        )}
      </Text>
    </Alert>
  );
}
