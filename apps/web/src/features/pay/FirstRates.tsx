import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import type { Balance } from '../../entities/pay/pay.ts';
import { compare } from '../../lib/money.ts';

/** What to do first, as long as nobody has earned anything and, as far as the caller may see it, nobody has a rate. */
export function FirstRates({ balances }: { readonly balances: readonly Balance[] | undefined }) {
  const { t } = useTranslation('pay');
  const mayRead = useMay()('rates.list');
  const isNothing =
    balances !== undefined &&
    balances.length > 0 &&
    balances.every(({ earned }) => compare(earned, '0') === 0);
  const { data } = useQuery({
    ...api.rates.list.queryOptions({ limit: 1 }),
    enabled: isNothing && mayRead,
  });
  if (!isNothing || (mayRead && data?.items.length !== 0)) return null;
  return (
    <Alert color="ink" mb="md" icon={<IconInfoCircle size={18} aria-hidden />} title={t('firstRates.title')}>
      {t(mayRead ? 'firstRates.text' : 'firstRates.ask')}
    </Alert>
  );
}
