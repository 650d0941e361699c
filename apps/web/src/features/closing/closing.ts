import type { Outputs } from '@daybook/client';
import { ClosingCreate, type ClosingKind, closingKinds, issue, toDay } from '@daybook/domain';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Closings } from '../../entities/closings/closings.ts';
import { addDays, type DayText, monthOf, monthRange } from '../../lib/dates.ts';

type Current = Closings['current'];

/** Those that are not closed up to the day yet. To close the others would open them. */
export const closable = (current: Current, through: DayText): readonly ClosingKind[] =>
  closingKinds.filter((kind) => (current[kind] ?? '') < through);

/** Those of which something is closed after a day; null: of which anything is. */
export const reopenable = (current: Current, through: DayText | null): readonly ClosingKind[] =>
  closingKinds.filter((kind) => (current[kind] ?? '') > (through ?? ''));

/** The latest day that is closed for any of the kinds. */
export const latestClosed = (
  current: Current,
  kinds: readonly ClosingKind[] = closingKinds,
): DayText | undefined =>
  kinds
    .flatMap((kind) => current[kind] ?? [])
    .sort()
    .at(-1);

/** The kinds in an address; all where there are none that can be read. */
export function kindsIn(text: string | undefined): readonly ClosingKind[] {
  if (text === 'none') return [];
  const names = text?.split(',') ?? [];
  const kinds = closingKinds.filter((kind) => names.includes(kind));
  return kinds.length > 0 ? kinds : closingKinds;
}

/** The same for the address. */
export const kindsText = (kinds: readonly ClosingKind[]): string | undefined =>
  kinds.length === closingKinds.length ? undefined : kinds.join(',') || 'none';

export type Check = Outputs['closings']['check'];
export type Finding = keyof Check;

/** Which kinds each is about: nobody who closes bills alone is asked about shifts. */
const about: Readonly<Record<Finding, readonly ClosingKind[]>> = {
  unrecorded: ['logs'],
  overlaps: ['logs'],
  longShifts: ['logs'],
  missingRates: ['logs'],
  unsettled: ['logs', 'payEntries'],
};
/** What says nothing where nobody has a rate. */
const ofPay: readonly Finding[] = ['missingRates', 'unsettled'];

export const findingsOf = (kinds: readonly ClosingKind[], isWithoutRates = false): readonly Finding[] =>
  (Object.keys(about) as Finding[])
    .filter((finding) => about[finding].some((kind) => kinds.includes(kind)))
    .filter((finding) => !isWithoutRates || !ofPay.includes(finding));

export const countFindings = (check: Check, findings: readonly Finding[]): number =>
  findings.reduce((count, finding) => count + check[finding].count, 0);

/** How many of those found are named. */
export const countListed = (check: Check, finding: Finding): number =>
  finding === 'unrecorded'
    ? check.unrecorded.items.reduce((count, { dates }) => count + dates.length, 0)
    : check[finding].items.length;

const earliest = '1900-01-01';

/**
 * The first day that is looked at: the one after what is closed. Where nothing is, the first of the month.
 * @param isWhole where nothing is closed, every day before is looked at too
 */
export function firstCheckedDay(closed: DayText | null, through: DayText, isWhole: boolean): DayText {
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

export interface ReopenValues {
  readonly kinds: ClosingKind[];
  /** What stays closed: all up to a day, or nothing. */
  readonly keeps: 'day' | 'nothing';
  /** That day, as it was typed. */
  readonly through: string;
  readonly reason: string;
}

/** The last day that stays closed; null: none. */
export const keptClosedThrough = ({ keeps, through }: ReopenValues): DayText | null =>
  keeps === 'day' ? through : null;

/** Those of the kinds of which something is opened. To send the others would close them. */
export const kindsOpenedBy = (current: Current, values: ReopenValues): ClosingKind[] =>
  reopenable(current, keptClosedThrough(values)).filter((kind) => values.kinds.includes(kind));

/** Whether anything is opened by it, or it is for another field to say why not. */
const isEarlier = (current: Current, values: ReopenValues) =>
  values.kinds.length === 0 ||
  values.keeps === 'nothing' ||
  (toDay(values.through) === values.through && kindsOpenedBy(current, values).length > 0);

/** What the form takes: a day before one that is closed, and a reason. */
export const reopenSchema = (current: Current) =>
  z
    .object({
      kinds: z.array(z.enum(closingKinds)).min(1, issue('required')),
      keeps: z.enum(['day', 'nothing']),
      through: z.string(),
      reason: ClosingCreate.shape.reason.refine((reason) => reason !== '', issue('reason_required')),
    })
    .refine((values) => isEarlier(current, values), {
      path: ['through'],
      // With the other faults at once.
      when: () => true,
      ...issue('invalid_date'),
    });

/** The kinds as the menu and the pages of records call them. */
export function useKindTitles() {
  const { t } = useTranslation(closingKinds);
  return closingKinds.map((kind) => ({ kind, title: t(`${kind}:title`) }));
}
