import { useTranslation } from 'react-i18next';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import type { Statement } from './statement.ts';

/** Opening, earned, paid and balance of a period. */
export function StatementFigures({
  from,
  to,
  opening,
  totals,
}: Pick<Statement, 'from' | 'to' | 'opening' | 'totals'>) {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  const { day } = useFormat();
  return (
    <Figures>
      <FigureCard label={t('opening')} value={opening} note={day(addDays(from, -1))} />
      <FigureCard label={pay('earned')} value={totals.earned} />
      <FigureCard label={pay('paid')} value={totals.paid} />
      <FigureCard label={pay('balance')} value={totals.balance} note={day(to)} />
    </Figures>
  );
}
