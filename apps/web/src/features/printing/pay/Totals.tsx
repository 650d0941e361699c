import type { Correction } from '@daybook/domain';
import { owed, totalsOf } from '../logic/pay-totals.ts';
import { InBothLanguages, useWords } from '../paper.tsx';
import { Amount, Day, fieldTexts, Money, type Papers, Row, type ShownPay } from './figures.tsx';

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
