import { monthOf, monthRange, type Period, wholeMonthOf } from '../lib/dates.ts';
import { useToday } from '../lib/format.ts';
import { RangeFilter } from './FilterBar.tsx';
import { MonthStepper } from './Stepper.tsx';
import './page.css';

/** Undefined: what there is without a choice, the present month. */
export type PeriodChange = (changes: { readonly [D in keyof Period]?: Period[D] | undefined }) => void;

interface PeriodBarProps {
  readonly period: Period;
  readonly onChange: PeriodChange;
}

/** From month to month, or any days. */
export function PeriodBar({ period, onChange }: PeriodBarProps) {
  const today = useToday();
  const month = wholeMonthOf(period) ?? monthOf(period.from);
  const toMonth = (chosen: string) =>
    onChange(chosen === monthOf(today) ? { from: undefined, to: undefined } : monthRange(chosen));
  return (
    <div className="period no-print">
      <MonthStepper value={month} onChange={toMonth} />
      <div className="period-range">
        <RangeFilter value={period} onChange={(changes) => onChange({ ...period, ...changes })} />
      </div>
    </div>
  );
}
