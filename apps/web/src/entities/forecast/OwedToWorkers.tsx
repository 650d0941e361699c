import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { sum } from '../../lib/amounts.ts';
import { FigureCard } from '../../ui/FigureCard.tsx';

/** The balances of all workers together: beside a forecast, not in it. */
export function OwedToWorkers() {
  const { t } = useTranslation('forecast');
  const isEnabled = useMay()('pay.balances');
  const { data } = useQuery({ ...api.pay.balances.queryOptions({}), enabled: isEnabled });
  if (!isEnabled) return null;
  return (
    <FigureCard
      label={t('owed')}
      value={data && sum(data.map(({ balance }) => balance))}
      note={t('owedNote')}
    />
  );
}
