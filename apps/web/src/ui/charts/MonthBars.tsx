import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { Bars } from './Bars.tsx';
import { lengthOf } from './bars.ts';

interface Props {
  readonly label: string;
  /** `2026-01` and an exact amount, in the order of time. */
  readonly data: { month: string; total: string }[];
}

/** An amount for each month. */
export function MonthBars({ label, data }: Props) {
  const { t } = useTranslation();
  const { month, shortMonth, shortMonthOfYear, money } = useFormat();
  const isOneYear = new Set(data.map((item) => item.month.slice(0, -3))).size === 1;
  const name = isOneYear ? shortMonth : shortMonthOfYear;
  return (
    <Bars
      label={label}
      nameHeader={t('month')}
      series={[{ label: t('total'), color: 'var(--chart-1)' }]}
      rows={data.map((item) => ({
        name: name(item.month),
        fullName: month(item.month),
        bars: [{ text: money(item.total), length: lengthOf(item.total) }],
      }))}
    />
  );
}
