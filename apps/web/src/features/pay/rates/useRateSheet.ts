import { once } from '@daybook/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, client } from '../../../api.ts';
import { useBulk } from '../../../data/bulk.tsx';
import { removeRecord } from '../../../data/record-client.ts';
import { type UndoableChange, undoable } from '../../../data/undoable.ts';
import { isWorker, useAccounts } from '../../../entities/users.tsx';
import { useBusiness } from '../../../lib/business.ts';
import type { DayText } from '../../../lib/dates.ts';
import { versionCondition } from '../../../lib/record-changes.ts';
import { nextPage, pageSize, useRows } from '../../../lib/rows.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { linesOf, type Outcome, outcomeOf, type RateLine, type TypedRate } from './lines.ts';

/** The rate of a line is made, or changed where one begins on the same day; its terms stay those of the rate before. */
function changeOf(line: RateLine, { basis, amount }: Extract<Outcome, { is: 'new' }>, from: DayText) {
  const { _id: worker, name, rate } = line;
  if (rate?.from === from) {
    const { _id: rateID, version, basis: oldBasis, amount: oldAmount } = rate;
    return undoable({
      name,
      run: () => client.rates.update.mutate({ rateID, basis, amount }, versionCondition(version)),
      undo: (changed) =>
        client.rates.update.mutate(
          { rateID, basis: oldBasis, amount: oldAmount },
          versionCondition(changed.version),
        ),
    });
  }
  const { dayMinutes, overtimeFactor, monthDays } = rate ?? {};
  const terms = rate && { dayMinutes, overtimeFactor, monthDays };
  const condition = once();
  return undoable({
    name,
    run: () => client.rates.create.mutate({ worker, from, basis, amount, ...terms }, condition),
    undo: ({ _id, version }) => removeRecord('rates', _id, versionCondition(version)),
  });
}

/** The rates of all workers, as they are and as they were typed. */
export function useRateSheet(from: DayText) {
  const { t } = useTranslation('pay');
  const digits = useBusiness().currency?.digits;
  const accounts = useAccounts();
  const query = useInfiniteQuery(api.rates.list.infiniteQueryOptions({ limit: pageSize }, nextPage));
  const { rows: rates, hasMore } = useRows(query, true);
  const [typed, setTyped] = useState<ReadonlyMap<string, TypedRate>>(new Map());
  const { makeAll, progress } = useBulk('rates');
  useUnsaved(() => typed.size > 0 && !progress);

  const hasRate = new Set(rates.map(({ worker }) => worker));
  const workers = (accounts.data ?? [])
    .filter((account) => isWorker(account) || (account.active && hasRate.has(account._id)))
    .map(({ _id, fullName }) => ({ _id, name: fullName }));
  const lines = linesOf(workers, rates, from).map((line) => ({
    ...line,
    typed: typed.get(line._id),
    outcome: outcomeOf(line, typed.get(line._id), digits),
  }));
  const forget = (worker: string) => setTyped((old) => new Map([...old].filter(([one]) => one !== worker)));
  return {
    query,
    error: query.error ?? accounts.error,
    isReady: query.data !== undefined && !hasMore && accounts.data !== undefined,
    lines,
    progress,
    edit: (changes: readonly (readonly [worker: string, change: TypedRate])[]) =>
      setTyped((old) => {
        const edited = new Map(old);
        for (const [worker, change] of changes) edited.set(worker, { ...edited.get(worker), ...change });
        return edited;
      }),
    discard: () => setTyped(new Map()),
    async save() {
      const changes = lines.flatMap((line): UndoableChange[] => {
        if (line.outcome.is !== 'new') return [];
        const { run, ...change } = changeOf(line, line.outcome, from);
        const saveAndForget = async () => {
          const made = await run();
          forget(line._id);
          return made;
        };
        return [{ ...change, run: saveAndForget }];
      });
      await makeAll(changes, (count) => t('allRates.saved', { count }));
    },
  };
}
