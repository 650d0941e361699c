import type { PayLine } from '@daybook/domain';
import { sum, toUnits } from '../../../lib/money.ts';
import { Both } from '../list/Both.tsx';
import { Entry, MoreEntries } from './Entry.tsx';
import { Amount, Day, Duration } from './Figure.tsx';
import type { Papers } from './papers.ts';
import type { ShownPay } from './shown.ts';

interface Props {
  readonly pay: ShownPay;
  readonly papers: Papers;
}

const figures = ['worked', 'overtime', 'earned', 'paid'] as const;
const columnTexts = {
  worked: 'pay.columns.worked',
  overtime: 'pay.columns.overtime',
  earned: 'pay.columns.earned',
  paid: 'pay.columns.paid',
} as const;

/** Day by day as a table; its head stands on every sheet. */
export function Lines({ pay: { opening, lines }, papers }: Props) {
  const minutes = (of: 'workedMinutes' | 'overtimeMinutes') =>
    lines.reduce((total, line) => total + line[of], 0);
  return (
    <table className="pay-lines">
      <thead>
        <tr>
          <th scope="col">
            <Both text={({ t }) => t('date')} {...papers} />
          </th>
          {figures.map((name) => (
            <th key={name} scope="col" className="amount">
              <Both text={({ t }) => t(columnTexts[name])} {...papers} />
            </th>
          ))}
          <th scope="col" className="pay-column">
            <Both text={({ t }) => t('pay.columns.entries')} {...papers} />
          </th>
          <th scope="col" className="amount">
            <Both text={({ t }) => t('pay.columns.balance')} {...papers} />
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" colSpan={6}>
            <Both text={({ t }) => t('pay.totals.opening')} {...papers} />
          </th>
          <td className="amount">
            <Amount value={opening} {...papers} />
          </td>
        </tr>
        {lines.map((line) => (
          <LineRow key={line.date} line={line} papers={papers} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <Both text={({ t }) => t('total')} {...papers} />
          </th>
          <td className="amount">
            <Duration minutes={minutes('workedMinutes')} {...papers} />
          </td>
          <td className="amount">
            <Duration minutes={minutes('overtimeMinutes')} {...papers} />
          </td>
          <td className="amount">
            <Amount value={sum(lines.map(({ earned }) => earned))} {...papers} />
          </td>
          <td className="amount">
            <Amount value={sum(lines.map(({ paid }) => paid))} {...papers} />
          </td>
          <td colSpan={2} />
        </tr>
      </tfoot>
    </table>
  );
}

function LineRow({ line, papers }: { readonly line: PayLine; readonly papers: Papers }) {
  const { date, workedMinutes, overtimeMinutes, earned, paid, entries, balance } = line;
  return (
    <tr>
      <th scope="row">
        <Day value={date} {...papers} />
      </th>
      <td className="amount">{workedMinutes > 0 && <Duration minutes={workedMinutes} {...papers} />}</td>
      <td className="amount">{overtimeMinutes > 0 && <Duration minutes={overtimeMinutes} {...papers} />}</td>
      <td className="amount">
        <Amount value={earned} {...papers} />
      </td>
      <td className="amount">{toUnits(paid) !== 0n && <Amount value={paid} {...papers} />}</td>
      <td className="pay-column">
        {entries.map((entry) => (
          <div key={entry._id}>
            <Entry entry={entry} {...papers} />
          </div>
        ))}
        <MoreEntries line={line} {...papers} />
      </td>
      <td className="amount">
        <Amount value={balance} {...papers} />
      </td>
    </tr>
  );
}
