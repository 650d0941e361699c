import type { clientOf } from './browser.ts';

/** Long ago, so that sheets and lists of other tests are without them. */
const [worked, paid, settledTo, next] = ['2019-01-07', '2019-01-14', '2019-01-31', '2019-02-04'] as const;

/** The days of what `payOf` makes. */
export const paidDays = { from: '2019-01-01', to: '2019-02-28', month: '2019-01' } as const;

/** Gives a worker a rate, work, an advance, a settlement, and a change of what is settled; answers the settlement. */
export async function payOf(admin: Awaited<ReturnType<typeof clientOf>>, worker: string) {
  const times = { startingTime: '08:00', finishingTime: '16:00' };
  await admin.rates.create.mutate({ worker, from: '2018-12-01', basis: 'hour', amount: '40' });
  const log = await admin.logs.create.mutate({ worker, date: worked, ...times });
  const entry = await admin.payEntries.create.mutate({
    worker,
    date: paid,
    kind: 'advance',
    amount: '90',
    extraNotes: 'For shoes',
  });
  const settlement = await admin.settlements.create.mutate({ worker, to: settledTo, payout: '100' });
  await admin.logs.update.mutate({ logID: log._id, finishingTime: '17:00' });
  const second = await admin.logs.create.mutate({ worker, date: next, ...times });
  return {
    settlement: settlement._id,
    // Who is owed something stays in lists, also when deleted.
    remove: async () => {
      await admin.settlements.void.mutate({ settlementID: settlement._id, reason: 'Over' });
      await admin.payEntries.remove.mutate({ payEntryID: entry._id });
      for (const logID of [log._id, second._id]) await admin.logs.remove.mutate({ logID });
    },
  };
}
