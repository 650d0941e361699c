import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { isNegative, negated } from '../../lib/money.ts';
import { Money } from '../../ui/Values.tsx';

/** A balance: what is owed to the worker, or in words what the worker owes. */
export function Owed({ balance }: { readonly balance: string }) {
  const { t } = useTranslation('pay');
  const { money } = useFormat();
  if (!isNegative(balance)) return <Money value={balance} />;
  return <span className="number negative">{t('owes', { amount: money(negated(balance)) })}</span>;
}
