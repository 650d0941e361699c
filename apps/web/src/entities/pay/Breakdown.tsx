import './pay-lines.css';

import { useTranslation } from 'react-i18next';
import { compare, negated } from '../../lib/money.ts';
import { Money } from '../../ui/Values.tsx';
import type { PayTotals } from './statement.ts';

/** In the order in which a balance is reckoned; what was paid or deducted makes it smaller. */
const parts = [
  ['openings', 1],
  ['earned', 1],
  ['bonuses', 1],
  ['deductions', -1],
  ['payments', -1],
  ['advances', -1],
  ['payouts', -1],
] as const;

interface Props {
  readonly opening: string;
  readonly totals: PayTotals;
}

/** How the balance comes about, as a sum: parts that are 0 are left out. */
export function Breakdown({ opening, totals }: Props) {
  const { t } = useTranslation('statement');
  const { t: pay } = useTranslation('pay');
  return (
    <dl className="breakdown" aria-label={t('breakdown')}>
      <Line name={t('opening')} value={opening} />
      {parts
        .filter(([part]) => compare(totals[part], '0') !== 0)
        .map(([part, sign]) => (
          <Line
            key={part}
            name={pay(`frozen.${part}`)}
            value={sign === 1 ? totals[part] : negated(totals[part])}
          />
        ))}
      <Line name={pay('balance')} value={totals.balance} isSum />
    </dl>
  );
}

interface LineProps {
  readonly name: string;
  readonly value: string;
  readonly isSum?: boolean;
}

const Line = ({ name, value, isSum = false }: LineProps) => (
  <div className={isSum ? 'sum' : undefined}>
    <dt>{name}</dt>
    <dd>
      <Money value={value} />
    </dd>
  </div>
);
