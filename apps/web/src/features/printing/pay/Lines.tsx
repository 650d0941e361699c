import type { PayLine } from '@daybook/domain';
import { isAbsence } from '../../../entities/pay/pay.ts';
import { sum, toUnits } from '../../../lib/amounts.ts';
import { isolated } from '../../../lib/text.ts';
import { Name } from '../../../ui/values.tsx';
import { InBothLanguages } from '../paper.tsx';
import { Amount, Day, Duration, kindTexts, type Papers, Row, type ShownPay } from './figures.tsx';

interface EntryProps extends Papers {
  readonly entry: PayLine['entries'][number];
}

/** What a day has besides the entries that are listed. */
function MoreEntries({ line: { entries, entriesCount }, ...papers }: Papers & { readonly line: PayLine }) {
  const more = entriesCount - entries.length;
  return (
    more > 0 && (
      <InBothLanguages
        text={({ t, formats }) => t('pay.moreEntries', { number: formats.number(more) })}
        {...papers}
      />
    )
  );
}

/** An entry in words: Advance 200.00, and what was noted. */
function Entry({ entry: { kind, amount, extraNotes }, ...papers }: EntryProps) {
  return (
    <>
      <InBothLanguages
        text={({ t, formats }) => `${t(kindTexts[kind])} ${isolated(formats.amount(amount))}`}
        {...papers}
      />
      {extraNotes && (
        <span className="pay-notes">
          <Name>{extraNotes}</Name>
        </span>
      )}
    </>
  );
}

interface LinesProps {
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
export function Lines({ pay: { opening, lines }, papers }: LinesProps) {
  const minutes = (of: 'workedMinutes' | 'overtimeMinutes') =>
    lines.reduce((total, line) => total + line[of], 0);
  return (
    <table className="pay-lines">
      <thead>
        <tr>
          <th scope="col">
            <InBothLanguages text={({ t }) => t('date')} {...papers} />
          </th>
          {figures.map((name) => (
            <th key={name} scope="col" className="amount">
              <InBothLanguages text={({ t }) => t(columnTexts[name])} {...papers} />
            </th>
          ))}
          <th scope="col" className="pay-column">
            <InBothLanguages text={({ t }) => t('pay.columns.entries')} {...papers} />
          </th>
          <th scope="col" className="amount">
            <InBothLanguages text={({ t }) => t('pay.columns.balance')} {...papers} />
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row" colSpan={6}>
            <InBothLanguages text={({ t }) => t('pay.totals.opening')} {...papers} />
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
            <InBothLanguages text={({ t }) => t('total')} {...papers} />
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
        {isAbsence(line) && <InBothLanguages text={({ t }) => t('pay.absent')} {...papers} />}
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

interface RollLinesProps {
  readonly pay: ShownPay;
  readonly papers: Papers;
}

/** Day by day where there is no room for a table: what a day has, one below the other. */
export function RollLines({ pay: { opening, lines }, papers }: RollLinesProps) {
  return (
    <>
      <dl className="pay-day">
        <Row text={({ t }) => t('pay.totals.opening')} papers={papers}>
          <Amount value={opening} {...papers} />
        </Row>
      </dl>
      {lines.map((line) => (
        <div key={line.date} className="pay-day">
          <p className="pay-date">
            <Day value={line.date} {...papers} />
            {isAbsence(line) && (
              <>
                {': '}
                <InBothLanguages text={({ t }) => t('pay.absent')} {...papers} />
              </>
            )}
          </p>
          <DayRows line={line} papers={papers} />
        </div>
      ))}
    </>
  );
}

const isSome = (amount: string) => toUnits(amount) !== 0n;

function DayRows({ line, papers }: { readonly line: PayLine; readonly papers: Papers }) {
  const { workedMinutes, overtimeMinutes, earned, paid, entries, balance } = line;
  return (
    <dl>
      {workedMinutes > 0 && (
        <Row text={({ t }) => t('pay.columns.worked')} papers={papers}>
          <Duration minutes={workedMinutes} {...papers} />
        </Row>
      )}
      {overtimeMinutes > 0 && (
        <Row text={({ t }) => t('pay.columns.overtime')} papers={papers}>
          <Duration minutes={overtimeMinutes} {...papers} />
        </Row>
      )}
      {isSome(earned) && (
        <Row text={({ t }) => t('pay.columns.earned')} papers={papers}>
          <Amount value={earned} {...papers} />
        </Row>
      )}
      {isSome(paid) && (
        <Row text={({ t }) => t('pay.columns.paid')} papers={papers}>
          <Amount value={paid} {...papers} />
        </Row>
      )}
      <Row text={({ t }) => t('pay.columns.balance')} papers={papers}>
        <Amount value={balance} {...papers} />
      </Row>
      {entries.length > 0 && (
        <div className="pay-entries">
          <dt>
            <InBothLanguages text={({ t }) => t('pay.columns.entries')} {...papers} />
          </dt>
          {entries.map((entry) => (
            <dd key={entry._id}>
              <Entry entry={entry} {...papers} />
            </dd>
          ))}
          {line.entriesCount > entries.length && (
            <dd>
              <MoreEntries line={line} {...papers} />
            </dd>
          )}
        </div>
      )}
    </dl>
  );
}
