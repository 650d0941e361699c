import { lazy } from 'react';
import type { BalancesProps } from './balances.ts';
import { Picture } from './Picture.tsx';

const BalancesChart = lazy(async () => ({ default: (await import('./pictures.ts')).BalancesChart }));

interface Props extends Omit<BalancesProps, 'height'> {
  readonly label: string;
  readonly height?: number;
}

/** A balance from day to day, with a line at zero; whoever shows it lists the days on which it changes. */
export const Balances = ({ label, height = 260, ...props }: Props) => (
  <Picture label={label} height={height}>
    <BalancesChart {...props} height={height} />
  </Picture>
);
