import { type ClosingKind, closingKinds } from '@daybook/domain';
import type { Closings } from '../../../entities/closings/closings.ts';
import type { DayText } from '../../../lib/dates.ts';

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
