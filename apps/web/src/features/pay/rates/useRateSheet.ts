import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { type BulkItem, together } from '../../../data/bulk.ts';
import { useChange } from '../../../data/change.tsx';
import { isWorker, useAccounts } from '../../../entities/users.tsx';
import { useBusiness } from '../../../lib/business.ts';
import type { DayText } from '../../../lib/dates.ts';
import { nextPage, pageSize, useRows } from '../../../lib/paging.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { linesOf, type Outcome, outcomeOf, type RateLine, type TypedRate } from './lines.ts';

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
