import { type Conditional, type Inputs, once } from '@daybook/client';
import { useQueries } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api, client } from '../../../api.ts';
import { useRefresh } from '../../../data/refresh.ts';
import type { Balance } from '../../../entities/pay/pay.ts';
import type { DayText } from '../../../lib/dates.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { type Draft, isEmpty, type Settlement } from './payout.ts';

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
 * @param outcomes of those that were issued, or tried to: their lines stay, and of who is settled nothing is asked
 */
export function useDrafts(
  workers: readonly Balance[],
  to: DayText,
  outcomes: Readonly<Record<string, Outcome>>,
) {
  const isSettled = ({ settledTo }: Balance) => settledTo !== null && settledTo >= to;
  const already = workers.filter((one) => isSettled(one) && !outcomes[one.worker]);
  const asked = workers.filter((one) => !already.includes(one));
  const queries = useQueries({
    queries: asked.map((one) => ({
      ...api.settlements.preview.queryOptions({ worker: one.worker, to }),
      enabled: !isSettled(one) && outcomes[one.worker]?.is !== 'done',
    })),
  });
  const all = asked.map(({ worker, workerName }, index): DraftOf => {
    const { data: draft, error } = queries[index] ?? {};
    return { worker, name: workerName, draft, error };
  });
  const isNothing = ({ worker, draft }: DraftOf) =>
    draft !== undefined && !outcomes[worker] && isEmpty(draft);
  return {
    lines: all.filter((one) => !isNothing(one)),
    /** Of whom there is nothing to settle. */
    empty: all.filter(isNothing).map(({ name }) => name),
    /** Who is settled up to this day or a later one. */
    already: already.map(({ workerName }) => workerName),
  };
}

type Body = Inputs['settlements']['create'];

/** What became of one worker's line. */
export type Outcome =
  | { readonly is: 'sending' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'done'; readonly settlement: Settlement };

/** Issues settlements one after the other; what fails keeps none of the others from being issued. */
export function useSettling() {
  const refresh = useRefresh();
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  /** How many are being issued, and how many of them have been tried. */
  const [progress, setProgress] = useState<{ readonly done: number; readonly count: number }>();
  const isBusy = useRef(false);
  useUnsaved(() => isBusy.current);

  // Sent again after a failure of which nobody knows whether it was done, the same settlement is issued once.
  const sent = useRef(new Map<string, { readonly content: string; readonly condition: Conditional }>());
  const conditionOf = (body: Body) => {
    const content = JSON.stringify(body);
    const known = sent.current.get(body.worker);
    const condition = known?.content === content ? known.condition : once();
    sent.current.set(body.worker, { content, condition });
    return condition;
  };

  const issue = async (body: Body): Promise<Outcome> => {
    try {
      return { is: 'done', settlement: await client.settlements.create.mutate(body, conditionOf(body)) };
    } catch (error) {
      return { is: 'failed', error };
    }
  };

  const run = async (bodies: readonly Body[]) => {
    if (isBusy.current) return;
    isBusy.current = true;
    for (const [done, body] of bodies.entries()) {
      setProgress({ done, count: bodies.length });
      setOutcomes((old) => ({ ...old, [body.worker]: { is: 'sending' } }));
      const outcome = await issue(body);
      setOutcomes((old) => ({ ...old, [body.worker]: outcome }));
    }
    isBusy.current = false;
    setProgress(undefined);
    await refresh('settlements');
  };

  return { run, outcomes, progress };
}
