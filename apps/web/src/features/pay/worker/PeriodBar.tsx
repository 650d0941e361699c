import './worker.css';
import { type Period, wholeMonthOf } from '../../../entities/pay/statement.ts';
import { monthOf, monthRange } from '../../../lib/dates.ts';
import { useToday } from '../../../lib/today.ts';
import { RangeFilter } from '../../../ui/RangeFilter.tsx';
import { MonthStepper } from '../../../ui/Stepper.tsx';

/** Undefined: what there is without a choice, the present month. */
export type PeriodChange = (changes: { readonly [D in keyof Period]?: Period[D] | undefined }) => void;

interface Props {
  readonly period: Period;
  readonly onChange: PeriodChange;
}

/** From month to month, or any days. */
export function PeriodBar({ period, onChange }: Props) {
  const today = useToday();
  const month = wholeMonthOf(period) ?? monthOf(period.from);
  const toMonth = (chosen: string) =>
    onChange(chosen === monthOf(today) ? { from: undefined, to: undefined } : monthRange(chosen));
  return (
    <div className="pay-period no-print">
      <MonthStepper value={month} onChange={toMonth} />
      <div className="pay-range">
        <RangeFilter value={period} onChange={(changes) => onChange({ ...period, ...changes })} />
      </div>
    </div>
  );
}
