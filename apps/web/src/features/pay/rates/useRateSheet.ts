import { type Issue, RateCreate } from '@daybook/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { type BulkItem, together } from '../../../data/bulk.ts';
import { useChange } from '../../../data/change.tsx';
import type { Rate, Worker } from '../../../entities/pay/pay.ts';
import { isWorker, useAccounts } from '../../../entities/users.tsx';
import { compareAmounts } from '../../../lib/amounts.ts';
import { useBusiness } from '../../../lib/business.ts';
import type { DayText } from '../../../lib/dates.ts';
import { issuesIn } from '../../../lib/issues.ts';
import { nextPage, pageSize, useRows } from '../../../lib/rows.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { payoutSchema } from '../settle/settling.ts';
import { rateOn } from '../worker/rates.ts';

/** The rate of a line is made, or changed where one begins on the same day; its terms stay those of the rate before. */
function itemOf(line: RateLine, { basis, amount }: Extract<Outcome, { is: 'new' }>, from: DayText): BulkItem {
  const { _id: worker, name, rate } = line;
  if (rate?.from === from) {
    const { _id, version } = rate;
    return { part: 'update', name, body: { _id, version, basis, amount } };
  }
  const { dayMinutes, overtimeFactor, monthDays } = rate ?? {};
  const terms = rate && { dayMinutes, overtimeFactor, monthDays };
  return { part: 'create', name, body: { worker, from, basis, amount, ...terms } };
}

/** The rates of all workers, as they are and as they were typed. */
export function useRateSheet(from: DayText) {
  const { t } = useTranslation('pay');
  const digits = useBusiness().currency?.digits;
  const accounts = useAccounts();
  const query = useInfiniteQuery(api.rates.list.infiniteQueryOptions({ limit: pageSize }, nextPage));
  const { rows: rates, hasMore } = useRows(query, true);
  const [typed, setTyped] = useState<ReadonlyMap<string, TypedRate>>(new Map());
  const change = useChange('rates');
  const [isSaving, setSaving] = useState(false);
  useUnsaved(() => typed.size > 0 && !isSaving);

  const hasRate = new Set(rates.map(({ worker }) => worker));
  const workers = (accounts.data ?? [])
    .filter((account) => isWorker(account) || (account.active && hasRate.has(account._id)))
    .map(({ _id, fullName }) => ({ _id, name: fullName }));
  const lines = linesOf(workers, rates, from).map((line) => ({
    ...line,
    typed: typed.get(line._id),
    outcome: outcomeOf(line, typed.get(line._id), digits),
  }));
  return {
    query,
    error: query.error ?? accounts.error,
    isReady: query.data !== undefined && !hasMore && accounts.data !== undefined,
    lines,
    isSaving,
    edit: (changes: readonly (readonly [worker: string, change: TypedRate])[]) =>
      setTyped((old) => {
        const edited = new Map(old);
        for (const [worker, change] of changes) edited.set(worker, { ...edited.get(worker), ...change });
        return edited;
      }),
    discard: () => setTyped(new Map()),
    async save() {
      const changed = lines.flatMap((line) =>
        line.outcome.is === 'new' ? [{ worker: line._id, item: itemOf(line, line.outcome, from) }] : [],
      );
      const saved = new Set(changed.map(({ worker }) => worker));
      const { run, undo } = together('rates', [{ items: changed.map(({ item }) => item) }]);
      setSaving(true);
      await change({
        run: async () => {
          const made = await run();
          setTyped((old) => new Map([...old].filter(([one]) => !saved.has(one))));
          return made;
        },
        done: t('allRates.saved', { count: changed.length }),
        undo,
      });
      setSaving(false);
    },
  };
}

/** A worker with what was earned so far, and what comes after a rate that begins on a day. */
export interface RateLine extends Worker {
  /** The rate that holds on that day. */
  readonly rate: Rate | undefined;
  /** When the next one begins. */
  readonly next: DayText | undefined;
}

export function linesOf(workers: readonly Worker[], rates: readonly Rate[], from: DayText): RateLine[] {
  const byWorker = Map.groupBy(rates, ({ worker }) => worker);
  return workers.map(({ _id, name }) => {
    const own = byWorker.get(_id) ?? [];
    const later = own.map((rate) => rate.from).filter((day) => day > from);
    return { _id, name, rate: rateOn(own, from), next: later.toSorted()[0] };
  });
}

export interface TypedRate {
  readonly basis?: Rate['basis'];
  readonly amount?: string;
}

/** What was typed into a line comes to. */
export type Outcome =
  | { readonly is: 'empty' | 'unchanged' }
  | { readonly is: 'faulty'; readonly issues: readonly Issue[] }
  | { readonly is: 'new'; readonly basis: Rate['basis']; readonly amount: string };

export const basisOf = ({ rate }: RateLine, typed: TypedRate = {}): Rate['basis'] =>
  typed.basis ?? rate?.basis ?? 'hour';

/** @param digits after the point, as the currency of the business has them; undefined: no currency */
export function outcomeOf(line: RateLine, typed: TypedRate = {}, digits?: number): Outcome {
  const { rate } = line;
  const basis = basisOf(line, typed);
  if (basis === 'none') {
    if (rate?.basis === 'none') return { is: 'empty' };
    return { is: 'new', basis, amount: '0' };
  }
  const amount = typed.amount || undefined;
  if (amount === undefined && basis === basisOf(line)) return { is: 'empty' };
  const { error } = RateCreate.safeParse({ worker: line._id, from: '2000-01-01', basis, amount });
  const issues = issuesIn(error ?? payoutSchema(digits).safeParse(amount).error);
  if (amount === undefined || issues.length > 0) return { is: 'faulty', issues };
  const isSame = rate?.basis === basis && compareAmounts(rate.amount, amount) === 0;
  return isSame ? { is: 'unchanged' } : { is: 'new', basis, amount };
}
