import type { PayLine } from '@daybook/domain';
import { toUnits } from '../../../lib/money.ts';
import { Both } from '../list/Both.tsx';
import { Entry, MoreEntries } from './Entry.tsx';
import { Amount, Day, Duration } from './Figure.tsx';
import type { Papers } from './papers.ts';
import { Row } from './Row.tsx';
import type { ShownPay } from './shown.ts';

interface Props {
  readonly pay: ShownPay;
  readonly papers: Papers;
}

/** Day by day where there is no room for a table: what a day has, one below the other. */
export function RollLines({ pay: { opening, lines }, papers }: Props) {
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
            <Both text={({ t }) => t('pay.columns.entries')} {...papers} />
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
