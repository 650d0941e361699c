import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../data/me.ts';
import type { Balance } from '../../entities/pay/pay.ts';
import { useIsWithoutRates } from '../../entities/pay/useIsWithoutRates.ts';

/** What to do first, as long as there are no rates. */
export function FirstRates({ balances }: { readonly balances: readonly Balance[] | undefined }) {
  const { t } = useTranslation('pay');
  const mayRead = useMay()('rates.list');
  if (!useIsWithoutRates(balances)) return null;
  return (
    <Alert color="ink" mb="md" icon={<IconInfoCircle size={18} aria-hidden />} title={t('firstRates.title')}>
      {t(mayRead ? 'firstRates.text' : 'firstRates.ask')}
    </Alert>
  );
}
