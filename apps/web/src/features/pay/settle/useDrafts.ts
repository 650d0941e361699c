import { useQueries } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import type { Balance } from '../../../entities/pay/pay.ts';
import type { DayText } from '../../../lib/dates.ts';
import { type Draft, isEmpty } from '../logic/settling.ts';

/** A worker with the settlement that would be issued now, or why there is none. */
export interface DraftOf {
  readonly worker: string;
  readonly name: string;
  /** Undefined while it is asked for, and where that failed. */
  readonly draft: Draft | undefined;
  readonly error: unknown;
}

/**
 * The settlements of these workers as they would be issued now.
 * @param isSettled whose settlement has been issued meanwhile: nothing is asked about them
 */
export function useDrafts(workers: readonly Balance[], to: DayText, isSettled: (worker: string) => boolean) {
  const already = workers.filter(
    ({ worker, settledTo }) => settledTo !== null && settledTo >= to && !isSettled(worker),
  );
  const asked = workers.filter((one) => !already.includes(one));
  const queries = useQueries({
    queries: asked.map(({ worker }) => ({
      ...api.settlements.preview.queryOptions({ worker, to }),
      enabled: !isSettled(worker),
    })),
  });
  const all = asked.map(({ worker, workerName }, index): DraftOf => {
    const { data: draft, error } = queries[index] ?? {};
    return { worker, name: workerName, draft, error };
  });
  const isNothing = ({ worker, draft }: DraftOf) =>
    draft !== undefined && !isSettled(worker) && isEmpty(draft);
  return {
    lines: all.filter((one) => !isNothing(one)),
    /** Of whom there is nothing to settle. */
    empty: all.filter(isNothing).map(({ name }) => name),
    /** Who is settled up to this day or a later one. */
    already: already.map(({ workerName }) => workerName),
  };
}
