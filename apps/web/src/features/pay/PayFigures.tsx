import './pay.css';
import { useTranslation } from 'react-i18next';
import type { Balance } from '../../entities/pay/pay.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';

interface Props {
  /** Undefined until they are known. */
  readonly totals: Pick<Balance, 'earned' | 'paid' | 'balance'> | undefined;
  /** Under what is owed. */
  readonly note?: string | undefined;
}

/** Earned, paid, owed. */
export function PayFigures({ totals, note }: Props) {
  const { t } = useTranslation('pay');
  return (
    <div className="pay-figures">
      <Figures>
        <FigureCard label={t('earned')} value={totals?.earned} />
        <FigureCard label={t('paid')} value={totals?.paid} />
        <FigureCard label={t('owed')} value={totals?.balance} note={note} />
      </Figures>
    </div>
  );
}
