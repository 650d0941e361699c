import type { Outputs } from '@daybook/client';
import { type ClosingKind, closingKinds } from '@daybook/domain';
import type { DayText } from '../../lib/dates.ts';

export type Closings = Outputs['closings']['get'];
export type Closing = Closings['history'][number];

/** Days that were closed once and can be changed again. */
export interface Reopened {
  readonly kinds: readonly ClosingKind[];
  /** What is closed still; null: nothing. */
  readonly closed: DayText | null;
  /** The last day that was closed. */
  readonly through: DayText;
  /** The latest that opened any of it. */
  readonly act: Closing;
}

const isLater = (one: DayText | null, other: DayText | null) => (one ?? '') > (other ?? '');

/** What is open though it was closed before, the latest opened first. */
export function reopenedIn({ current, history }: Closings): readonly Reopened[] {
  const found = new Map<string, Reopened>();
  for (const kind of closingKinds) {
    let now: DayText | null = null;
    let through: DayText | null = null;
    let act: Closing | undefined;
    for (const one of history.toReversed().filter(({ kinds }) => kinds.includes(kind))) {
      if (isLater(now, one.through)) act = one;
      now = one.through;
      if (isLater(now, through)) through = now;
    }
    const closed = current[kind];
    if (!act || !through || !isLater(through, closed)) continue;
    const key = `${act._id} ${closed} ${through}`;
    const { kinds = [] } = found.get(key) ?? {};
    found.set(key, { kinds: [...kinds, kind], closed, through, act });
  }
  return [...found.values()].sort((one, other) => Number(other.act._id) - Number(one.act._id));
}
