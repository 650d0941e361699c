import { useTranslation } from 'react-i18next';
import { DayFilter } from './DayInput.tsx';

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Props {
  readonly value: Range;
  readonly onChange: (changes: Range) => void;
  readonly w?: number;
  /** What the days are called where it is not simply from and to. */
  readonly labels?: { readonly from: string; readonly to: string };
}

/** The first and the last day of a list. */
export function RangeFilter({ value, onChange, w = 140, labels }: Props) {
  const { t } = useTranslation();
  const isReversed = value.from !== undefined && value.to !== undefined && value.from > value.to;
  return (
    <>
      <DayFilter
        label={labels?.from ?? t('from')}
        w={w}
        value={value.from}
        onChange={(from) => onChange({ from })}
      />
      <DayFilter
        label={labels?.to ?? t('to')}
        w={w}
        value={value.to}
        onChange={(to) => onChange({ to })}
        error={isReversed && t('reversedDays')}
      />
    </>
  );
}
