import { Box, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarsProps } from './bars.ts';

const BarsChart = lazy(() => import('./BarsChart.tsx'));

/** Bars side by side, each series on top of the one before, where there are any; the same as a table for those who do not see them. */
export function Bars({ height = 220, ...props }: BarsProps) {
  const { label, nameHeader, series, rows } = props;
  const { t } = useTranslation();
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  // Its code is large: fetched once somebody has scrolled to it.
  const [isWanted, setWanted] = useState(false);
  if (inViewport && !isWanted) setWanted(true);
  if (rows.every(({ bars }) => bars.every(({ length }) => length === 0)))
    return <Text c="dimmed">{t('nothing')}</Text>;
  return (
    <Box pos="relative">
      <div ref={ref} role="img" aria-label={label} className="no-print">
        <Suspense fallback={<Skeleton h={height} />}>
          {isWanted ? <BarsChart {...props} height={height} /> : <Box h={height} />}
        </Suspense>
      </div>
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
