import type { Outputs } from '@daybook/client';
import { z } from 'zod';
import { compareAmounts, sum } from '../../lib/amounts.ts';
import { firstPaidOn } from '../../lib/business.ts';
import type { DayText } from '../../lib/dates.ts';

export type Forecast = Outputs['forecast']['get'];
export type ForecastDay = Forecast['days'][number];

/** How many days ahead one can look. */
export const lengths = ['30', '60', '90', '400'] as const;
export type Length = (typeof lengths)[number];
export const DEFAULT_LENGTH: Length = '60';

/** The days on which something goes out or comes in. */
export const movementsOf = (days: readonly ForecastDay[]) =>
  days.filter((day) => compareAmounts(day.out, '0') !== 0 || compareAmounts(day.in, '0') !== 0);

/** All that is paid. */
export const paidIn = (days: readonly ForecastDay[]) => sum(days.map(({ out }) => out));

/** All that comes in. */
export const receivedIn = (days: readonly ForecastDay[]) => sum(days.map((day) => day.in));

/** The first of the days with the lowest balance. */
export const lowestOf = (days: readonly ForecastDay[]): ForecastDay | undefined =>
  days.reduce<ForecastDay | undefined>(
    (lowest, day) => (lowest && compareAmounts(lowest.balance, day.balance) <= 0 ? lowest : day),
    undefined,
  );

/**
 * Due dates of the cheques that are paid on a day of a forecast: with it those of the weekend before, and on the first
 * business day from today on those of all days past.
 * @param today the first day of the forecast
 */
export function dueDatesOf(
  day: DayText,
  today: DayText,
  weekend: readonly number[],
): { readonly from: DayText | undefined; readonly to: DayText } {
  const from = firstPaidOn(day, weekend);
  return { from: from > today ? from : undefined, to: day };
}

/** What stands in the address of every page that shows a forecast. */
export const LengthSearch = z.object({ days: z.enum(lengths).optional().catch(undefined) });
