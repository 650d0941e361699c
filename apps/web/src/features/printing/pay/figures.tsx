import type { Settlement, Statement } from '@daybook/domain';
import type { ReactNode } from 'react';
import { InBothLanguages, type Paper } from '../paper.tsx';

/** In what a printout is said: one language or two. */
export interface Papers {
  readonly paper: Paper;
  readonly second: Paper | undefined;
}

interface FigureProps extends Papers {
  readonly value: string;
}

/** An amount, as each language writes it. */
export const Amount = ({ value, ...papers }: FigureProps) => (
  <InBothLanguages dir="ltr" text={({ formats }) => formats.amount(value)} {...papers} />
);

/** The same with the currency of the business. */
export const Money = ({ value, ...papers }: FigureProps) => (
  <InBothLanguages dir="ltr" text={({ formats }) => formats.money(value)} {...papers} />
);

/** With the day of the week. */
export const Day = ({ value, ...papers }: FigureProps) => (
  <InBothLanguages text={({ formats }) => formats.longDay(value)} {...papers} />
);

interface DurationProps extends Papers {
  readonly minutes: number;
}

/** Hours and minutes. */
export const Duration = ({ minutes, ...papers }: DurationProps) => (
  <InBothLanguages dir="ltr" text={({ formats }) => formats.duration(minutes)} {...papers} />
);

interface RowProps {
  readonly text: (of: Paper) => string;
  readonly papers: Papers;
  readonly children: ReactNode;
}

/** What something is called, and what it is. */
export function Row({ text, papers, children }: RowProps) {
  return (
    <div className="pay-row">
      <dt>
        <InBothLanguages text={text} {...papers} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is the same in a statement and in a settlement. */
type Common = Pick<Statement, 'worker' | 'workerName' | 'from' | 'to' | 'opening' | 'lines' | 'totals'>;

/** What goes to paper. */
export interface ShownPay extends Common {
  /** Of a statement. */
  readonly missingRates?: readonly string[];
  readonly settlement?: Pick<
    Settlement,
    'number' | 'status' | 'reason' | 'payout' | 'corrections' | 'acknowledgedAt'
  > & {
    /** The number of the void one in whose place it is. */
    readonly replacedNumber: number | undefined;
  };
}

/** Texts of the printout by what the service calls them. */
export const kindTexts = {
  opening: 'pay.kinds.opening',
  advance: 'pay.kinds.advance',
  payout: 'pay.kinds.payout',
  bonus: 'pay.kinds.bonus',
  deduction: 'pay.kinds.deduction',
} as const;

export const fieldTexts = {
  earned: 'pay.fields.earned',
  payments: 'pay.fields.payments',
  openings: 'pay.fields.openings',
  advances: 'pay.fields.advances',
  payouts: 'pay.fields.payouts',
  bonuses: 'pay.fields.bonuses',
  deductions: 'pay.fields.deductions',
} as const;
