import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { currencyOf } from '../../data/settings.ts';
import { isNegative, negate } from '../../lib/amounts.ts';
import { BusinessContext, useBusiness } from '../../lib/business.ts';
import { addDays } from '../../lib/dates.ts';
import { useFormat } from '../../lib/format.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';
import { Money } from '../../ui/values.tsx';
import type { Settlement, Statement } from './pay.ts';

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

/** A balance: what is owed to the worker, or in words what the worker owes. */
export function AmountOwed({ balance }: { readonly balance: string }) {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  if (!isNegative(balance)) return <Money value={balance} />;
  return <span className="number negative">{t('owes', { amount: money(negate(balance)) })}</span>;
}

interface Props {
  readonly of: Pick<Settlement, 'business'>;
  readonly children: ReactNode;
}

/** Amounts of a settlement are shown in the currency in which it was issued. */
export function PaperCurrency({ of: { business }, children }: Props) {
  const { weekend } = useBusiness();
  const shown = useMemo(
    () => ({ weekend, currency: currencyOf(business.currency) }),
    [weekend, business.currency],
  );
  return <BusinessContext value={shown}>{children}</BusinessContext>;
}
