import type { Outputs } from '@daybook/client';
import type { ClosingKind } from '@daybook/domain';
import { addDays, type DayText, monthOf, monthRange } from '../../../lib/dates.ts';

export type Check = Outputs['closings']['check'];
export type Oddity = keyof Check;

/** Which kinds each is about: nobody who closes bills alone is asked about shifts. */
const about: Readonly<Record<Oddity, readonly ClosingKind[]>> = {
  unrecorded: ['logs'],
  overlaps: ['logs'],
  longShifts: ['logs'],
  missingRates: ['logs'],
  unsettled: ['logs', 'payEntries'],
};
/** What says nothing where nobody has a rate. */
const ofPay: readonly Oddity[] = ['missingRates', 'unsettled'];

export const odditiesOf = (kinds: readonly ClosingKind[], isWithoutRates = false): readonly Oddity[] =>
  (Object.keys(about) as Oddity[])
    .filter((oddity) => about[oddity].some((kind) => kinds.includes(kind)))
    .filter((oddity) => !isWithoutRates || !ofPay.includes(oddity));

export const oddCount = (check: Check, oddities: readonly Oddity[]): number =>
  oddities.reduce((count, oddity) => count + check[oddity].count, 0);

const earliest = '1900-01-01';

/**
 * The first day that is looked at: the one after what is closed. Where nothing is, the first of the month.
 * @param isWhole where nothing is closed, every day before is looked at too
 */
export function firstLookedAt(closed: DayText | null, through: DayText, isWhole: boolean): DayText {
  if (closed !== null) return closed < through ? addDays(closed, 1) : through;
  return isWhole ? earliest : monthRange(monthOf(through)).from;
}

/** The dates without a rate, for each worker. */
export const byWorker = (items: Check['missingRates']['items']) =>
  [...Map.groupBy(items, ({ worker }) => worker).values()].flatMap((rows) => {
    const [first] = rows;
    if (!first) return [];
    return [{ worker: first.worker, workerName: first.workerName, dates: rows.map(({ date }) => date) }];
  });
