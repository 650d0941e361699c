import './worker.css';
import { useTranslation } from 'react-i18next';
import { balancesByDay, type Statement } from '../../../entities/pay/statement.ts';
import { useFormat } from '../../../lib/format.ts';
import { Balances } from '../../../ui/charts/Balances.tsx';
import { lengthOf } from '../../../ui/charts/bars.ts';

/** The balance from day to day, drawn; below zero the worker owes. The lines below say the same. */
export function BalanceLine({ statement }: { readonly statement: Statement }) {
  const { t } = useTranslation('statement');
  const { dayOfYear, day, longDay, money } = useFormat();
  if (statement.lines.length === 0) return null;
  const { from, to, opening, totals } = statement;
  return (
    <div className="pay-chart">
      <Balances
        label={t('chart', {
          from: day(from),
          to: day(to),
          opening: money(opening),
          balance: money(totals.balance),
        })}
        height={180}
        marked={undefined}
        days={balancesByDay(statement).map(({ date, balance }) => ({
          name: dayOfYear(date),
          fullName: longDay(date),
          text: money(balance),
          height: lengthOf(balance),
          isWeekend: false,
        }))}
      />
    </div>
  );
}
