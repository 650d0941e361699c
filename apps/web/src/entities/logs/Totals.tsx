import '../../ui/figures.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { useIsNarrow } from '../../lib/narrow.ts';
import { Code, Money } from '../../ui/Values.tsx';

export interface LogTotals {
  readonly daysWorked: number;
  readonly workedMinutes: number;
  readonly payments: string;
  readonly absences: number;
}

/** Days, hours, payments and absences in one line. */
export function Totals({ totals, label }: { readonly totals: LogTotals; readonly label: string }) {
  const { t } = useTranslation('logs');
  const { number, duration } = useFormat();
  const isNarrow = useIsNarrow();
  return (
    <dl className="figures" aria-label={label} tabIndex={isNarrow ? 0 : undefined}>
      <Figure name={t('daysWorked')}>{number(totals.daysWorked)}</Figure>
      <Figure name={t('hours')}>
        <Code>{duration(totals.workedMinutes)}</Code>
      </Figure>
      <Figure name={t('payments')}>
        <Money value={totals.payments} />
      </Figure>
      <Figure name={t('absences')}>{number(totals.absences)}</Figure>
    </dl>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="figure">
    <dt className="figure-label">{name}</dt>
    <dd className="figure-value">{children}</dd>
  </div>
);
