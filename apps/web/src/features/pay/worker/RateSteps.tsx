import './worker.css';
import { useTranslation } from 'react-i18next';
import type { Rate } from '../../../entities/pay/pay.ts';
import { useFormat } from '../../../lib/format.ts';
import { useToday } from '../../../lib/today.ts';
import { pathOf, tracksOf } from './rates.ts';

/** How rates changed over time, drawn; the list beside has the same. */
export function RateSteps({ rates }: { readonly rates: readonly Rate[] }) {
  const { t } = useTranslation('statement');
  const { t: words } = useTranslation('rates');
  const { day, money, list } = useFormat();
  const today = useToday();
  return tracksOf(rates, today).map(({ basis, rates: own, steps }) => (
    <figure key={basis} className="rate-track no-print">
      <figcaption>{`${words('fields.basis')}: ${words(`bases.${basis}`)}`}</figcaption>
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="rate-steps"
        role="img"
        aria-label={list(
          ...own.map(({ from, amount }) => t('rates.since', { day: day(from), amount: money(amount) })),
        )}
      >
        <path d={pathOf(steps)} />
      </svg>
    </figure>
  ));
}
