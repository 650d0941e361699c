import type { Outputs } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { FigureCard, Figures } from '../../components/FigureCard.tsx';

interface Props {
  readonly summary: Outputs['bills']['summary'] | undefined;
  readonly isFiltered: boolean;
}

/** What the bills come to: those that are filtered, and all there are. */
export function BillsTotals({ summary, isFiltered }: Props) {
  const { t } = useTranslation('bills');
  return (
    <Figures>
      {isFiltered && (
        <FigureCard
          label={t('rangeTotal')}
          value={summary?.rangeTotal ?? '0'}
          note={t('count', { count: summary?.count ?? 0 })}
        />
      )}
      <FigureCard
        label={t('allTimeTotal')}
        value={summary?.allTimeTotal ?? '0'}
        {...(!isFiltered && { note: t('count', { count: summary?.count ?? 0 }) })}
      />
    </Figures>
  );
}
