import type { Correction, Settlement, Statement } from '@daybook/domain';
import type { ReactNode } from 'react';
import { InBothLanguages, type Paper, useWords } from '../paper.tsx';
import { owed, totalsOf } from './totals.ts';

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
const Money = ({ value, ...papers }: FigureProps) => (
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

const fieldTexts = {
  earned: 'pay.fields.earned',
  payments: 'pay.fields.payments',
  openings: 'pay.fields.openings',
  advances: 'pay.fields.advances',
  payouts: 'pay.fields.payouts',
  bonuses: 'pay.fields.bonuses',
  deductions: 'pay.fields.deductions',
} as const;

const totalTexts = {
  opening: 'pay.totals.opening',
  earned: 'pay.fields.earned',
  openings: 'pay.fields.openings',
  bonuses: 'pay.fields.bonuses',
  deductions: 'pay.fields.deductions',
  payments: 'pay.fields.payments',
  advances: 'pay.fields.advances',
  payouts: 'pay.fields.payouts',
  ownPayout: 'pay.totals.ownPayout',
  balance: 'pay.totals.balance',
} as const;
const owedTexts = { isOwed: 'pay.isOwed', owes: 'pay.owes', even: 'pay.even' } as const;

interface TotalsProps {
  readonly pay: ShownPay;
  readonly currency: string | null;
  readonly papers: Papers;
}

/** From what there was before to what is left, and who owes it. */
export function Totals({ pay, currency, papers }: TotalsProps) {
  const { side, amount } = owed(pay.totals.balance);
  const words = useWords(amount, currency, papers.paper.language);
  const otherWords = useWords(amount, currency, (papers.second ?? papers.paper).language);
  const said = [words, papers.second && otherWords].filter((text) => typeof text === 'string');
  return (
    <div className="pay-totals">
      <h3>
        <InBothLanguages text={({ t }) => t('pay.totals.title')} {...papers} />
      </h3>
      <dl>
        {totalsOf(pay).map(({ name, amount: value }) => (
          <Row key={name} text={({ t }) => t(totalTexts[name])} papers={papers}>
            <Money value={value} {...papers} />
          </Row>
        ))}
      </dl>
      <p className="pay-owed">
        <InBothLanguages
          text={({ t, formats }) =>
            t(owedTexts[side], { name: pay.workerName, amount: formats.money(amount) })
          }
          {...papers}
        />
      </p>
      {side !== 'even' &&
        said.map((text) => (
          <p key={text} className="pay-small">
            <bdi>{text}</bdi>
          </p>
        ))}
    </div>
  );
}

interface CorrectionsProps {
  readonly corrections: readonly Correction[];
  readonly papers: Papers;
}

/** What has changed of days that were settled before. */
export function Corrections({ corrections, papers }: CorrectionsProps) {
  return (
    <>
      <h3>
        <InBothLanguages text={({ t }) => t('pay.corrections')} {...papers} />
      </h3>
      <table className="pay-corrections">
        <thead>
          <tr>
            <th scope="col">
              <InBothLanguages text={({ t }) => t('date')} {...papers} />
            </th>
            <th scope="col">
              <InBothLanguages text={({ t }) => t('pay.what')} {...papers} />
            </th>
            <th scope="col" className="amount">
              <InBothLanguages text={({ t }) => t('pay.before')} {...papers} />
            </th>
            <th scope="col" className="amount">
              <InBothLanguages text={({ t }) => t('pay.after')} {...papers} />
            </th>
          </tr>
        </thead>
        <tbody>
          {corrections.map(({ date, field, before, after }) => (
            <tr key={date + field}>
              <th scope="row">
                <Day value={date} {...papers} />
              </th>
              <td>
                <InBothLanguages text={({ t }) => t(fieldTexts[field])} {...papers} />
              </td>
              <td className="amount">
                <Amount value={before} {...papers} />
              </td>
              <td className="amount pay-after">
                <Amount value={after} {...papers} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="pay-small">
        <InBothLanguages text={({ t }) => t('pay.correctionsIncluded')} {...papers} />
      </p>
    </>
  );
}
