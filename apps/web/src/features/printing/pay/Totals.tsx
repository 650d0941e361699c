import { Both } from '../list/Both.tsx';
import { owed, totalsOf } from '../logic/pay-totals.ts';
import { useWords } from '../usePaper.ts';
import { Money } from './Figure.tsx';
import type { Papers } from './papers.ts';
import { Row } from './Row.tsx';
import type { ShownPay } from './shown.ts';

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

interface Props {
  readonly pay: ShownPay;
  readonly currency: string | null;
  readonly papers: Papers;
}

/** From what there was before to what is left, and who owes it. */
export function Totals({ pay, currency, papers }: Props) {
  const { side, amount } = owed(pay.totals.balance);
  const words = useWords(amount, currency, papers.paper.language);
  const otherWords = useWords(amount, currency, (papers.second ?? papers.paper).language);
  const said = [words, papers.second && otherWords].filter((text) => typeof text === 'string');
  return (
    <div className="pay-totals">
      <h3>
        <Both text={({ t }) => t('pay.totals.title')} {...papers} />
      </h3>
      <dl>
        {totalsOf(pay).map(({ name, amount: value }) => (
          <Row key={name} text={({ t }) => t(totalTexts[name])} papers={papers}>
            <Money value={value} {...papers} />
          </Row>
        ))}
      </dl>
      <p className="pay-owed">
        <Both
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
