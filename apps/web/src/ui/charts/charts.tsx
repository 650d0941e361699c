import { Box, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format.ts';
import { type BalancesProps, type BarsProps, type LinesProps, lengthOf } from './values.ts';
import '@mantine/charts/styles.css';
import '../figures.css';

interface PictureProps {
  /** What the chart says, for those who do not see it. */
  readonly label: string;
  readonly height: number;
  /** Whose code is large: fetched once somebody has scrolled to it. */
  readonly children: ReactNode;
}

/** The place of a chart; what it shows stands in a table as well. */
function Picture({ label, height, children }: PictureProps) {
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const [isWanted, setWanted] = useState(false);
  if (inViewport && !isWanted) setWanted(true);
  return (
    <div ref={ref} role="img" aria-label={label} className="no-print">
      <Suspense fallback={<Skeleton h={height} />}>{isWanted ? children : <Box h={height} />}</Suspense>
    </div>
  );
}

const BalancesChart = lazy(async () => ({ default: (await import('./pictures.tsx')).BalancesChart }));

interface BalancePictureProps extends Omit<BalancesProps, 'height'> {
  readonly label: string;
  readonly height?: number;
}

/** A balance from day to day, with a line at zero; whoever shows it lists the days on which it changes. */
export const Balances = ({ label, height = 260, ...props }: BalancePictureProps) => (
  <Picture label={label} height={height}>
    <BalancesChart {...props} height={height} />
  </Picture>
);

const LinesChart = lazy(async () => ({ default: (await import('./pictures.tsx')).LinesChart }));

interface LinesPictureProps extends Omit<LinesProps, 'height'> {
  readonly label: string;
  readonly height?: number;
}

/** Several balances over the same days; whoever shows them says the same in words. */
export const Lines = ({ label, height = 280, ...props }: LinesPictureProps) => (
  <Picture label={label} height={height}>
    <LinesChart {...props} height={height} />
  </Picture>
);

const BarsChart = lazy(async () => ({ default: (await import('./pictures.tsx')).BarsChart }));

/** Bars side by side, each series on top of the one before, where there are any; the same as a table for those who do not see them. */
export function Bars({ height = 220, ...props }: BarsProps) {
  const { label, nameHeader, series, rows } = props;
  const { t } = useTranslation();
  if (rows.every(({ bars }) => bars.every(({ length }) => length === 0)))
    return <Text c="dimmed">{t('nothing')}</Text>;
  return (
    <Box pos="relative">
      <Picture label={label} height={height}>
        <BarsChart {...props} height={height} />
      </Picture>
      <VisuallyHidden>
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{nameHeader}</th>
              {series.map((one) => (
                <th key={one.label} scope="col">
                  {one.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ fullName, bars }) => (
              <tr key={fullName}>
                <th scope="row">{fullName}</th>
                {series.map((one, index) => (
                  <td key={one.label}>{bars[index]?.text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Box>
  );
}

interface MonthBarsProps {
  readonly label: string;
  /** `2026-01` and an exact amount, in the order of time. */
  readonly data: { month: string; total: string }[];
}

/** An amount for each month. */
export function MonthBars({ label, data }: MonthBarsProps) {
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
