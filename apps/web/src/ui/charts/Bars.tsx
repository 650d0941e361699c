import { Box, Text, VisuallyHidden } from '@mantine/core';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import type { BarsProps } from './bars.ts';
import { Picture } from './Picture.tsx';

const BarsChart = lazy(async () => ({ default: (await import('./pictures.ts')).BarsChart }));

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
