import type { PayEntryKind } from '@daybook/domain';
import { logs, payEntries, rates, type Scope, settlements } from '@daybook/domain/server';
import { dateOf, dayMs, runInBatches } from './batches.ts';

type Rate = Omit<Parameters<typeof rates.create>[1], 'worker' | 'from'>;

const base = { dayMinutes: 480, overtimeFactor: '1.5', monthDays: 26, extraNotes: '' } as const;
const by = (basis: 'hour' | 'day' | 'month', amount: string, more: Partial<Rate> = {}): Rate => ({
  ...base,
  basis,
  amount,
  ...more,
});

/** By how many days ago the rate began, for each worker of `names.workers` in turn. */
const ratesOf: readonly (readonly (readonly [daysAgo: number, rate: Rate])[])[] = [
  [
    [400, by('hour', '36.50')],
    [150, by('hour', '38.00', { extraNotes: 'Raised after a year' })],
  ],
  [[400, by('hour', '42.00', { overtimeFactor: '1.25' })]],
  [[400, by('day', '340.00', { dayMinutes: 510 })]],
  [[400, by('day', '310.00')]],
  [[400, by('month', '7800.00')]],
  [
    [400, by('month', '7200.00')],
    [137, by('month', '7650.00')],
  ],
  [[400, by('hour', '34.00')]],
  [
    [400, by('hour', '33.00')],
    [95, { ...base, basis: 'none', amount: '0', extraNotes: 'A course, without pay' }],
    [88, by('hour', '35.50')],
  ],
  [[400, by('hour', '45.00')]],
  [
    [400, by('day', '330.00')],
    [160, by('month', '8100.00', { monthDays: 30 })],
  ],
  [[400, by('day', '325.00', { overtimeFactor: '1' })]],
  // The first weeks of this worker have no rate.
  [[345, by('hour', '37.50')]],
];

/** The last days of the months that ended within the year, oldest first. */
function monthEnds(now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: 12 }, (_, n) =>
    dateOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11 + n, 0)),
  );
}

interface Source {
  readonly now: number;
  /** Identifiers, as many as `names.workers`. */
  readonly workers: readonly string[];
}

/**
 * Rates of every kind, nights over the ends of months, opening balances, advances and other entries, and a settlement a month with each worker:
 * most are acknowledged, one was corrected by the next, one made void and issued again. Of the last month some are not settled.
 */
export async function seedPay(scope: Scope, { now, workers }: Source): Promise<void> {
  const day = (daysAgo: number) => dateOf(now - daysAgo * dayMs);
  const today = day(0);
  const entry = (index: number, date: string, kind: PayEntryKind, amount: string, extraNotes = '') =>
    payEntries.create(scope, {
      worker: workers[index] as string,
      date: date < today ? date : today,
      kind,
      amount,
      extraNotes,
      cheque: null,
    });
  await runInBatches(
    workers.flatMap((worker, index) =>
      (ratesOf[index] ?? []).map(
        ([daysAgo, rate]) =>
          () =>
            rates.create(scope, { ...rate, worker, from: day(daysAgo) }),
      ),
    ),
  );
  const ends = monthEnds(now);
  await runInBatches(
    ends
      .slice(-4)
      .flatMap((date) =>
        [0, 6].map((index) => () => logs.create(scope, night(workers[index] as string, date))),
      ),
  );
  await entry(1, day(366), 'opening', '420.00', 'Owed from before Daybook');
  await entry(3, day(366), 'opening', '-150.00', 'A loan from before Daybook');
  await entry(7, day(40), 'bonus', '250.00', 'عيد مبارك');
  await entry(10, day(50), 'deduction', '80.50', 'A lost tool');
  await entry(8, day(70), 'advance', '500.00');

  const [corrected, voided] = [0, 1];
  // Of the last month two are still to be settled with.
  const endsOf = (index: number) => (index === 3 || index === 10 ? ends.slice(0, -1) : ends);
  await runInBatches(
    workers.map((worker, index) => async () => {
      for (const [n, to] of endsOf(index).entries()) {
        const { _id } = await settle(scope, worker, to, today);
        if (n < ends.length - 1 || index % 2 === 0) await settlements.acknowledge(scope, _id);
        if (index === corrected && n >= ends.length - 2) await lengthen(scope, worker, to);
      }
    }),
  );

  // Without what was forgotten the sheet was wrong, but the money had been handed over.
  const worker = workers[voided] as string;
  const [last] = (await settlements.list(scope, { worker: [worker], limit: 1 })).items;
  if (last) {
    await settlements.makeVoid(scope, {
      settlementID: last._id,
      reason: 'The bonus was forgotten',
      keepPayout: true,
    });
    await entry(voided, last.to, 'bonus', '150.00', 'For the night of the delivery');
    await settlements.create(scope, { worker, to: last.to });
  }
  // What has come since.
  await entry(0, day(4), 'advance', '300.00', 'Cash');
  await entry(6, day(2), 'advance', '200.00');
  await entry(9, day(1), 'bonus', '100.00', 'תודה');
}

const night = (worker: string, date: string) => ({
  worker,
  date,
  startingTime: '22:00',
  finishingTime: '02:00',
  breakMinutes: 0,
  payment: '0',
  extraNotes: 'Night of the stocktaking',
  isAbsent: false,
});

/** With what is owed, in tens, as a payout within three days of the month's end. */
async function settle(scope: Scope, worker: string, to: string, today: string) {
  const { balance } = await settlements.preview(scope, { worker, to });
  const tens = Math.floor(Number(balance) / 10) * 10;
  const afterwards = dateOf(Date.parse(to) + 3 * dayMs);
  const payoutDate = afterwards < today ? afterwards : today;
  return settlements.create(scope, {
    worker,
    to,
    ...(tens > 0 && { payout: `${tens}.00`, payoutDate }),
  });
}

/** The last day of work of a month that is settled ended later than was written. */
async function lengthen(scope: Scope, worker: string, to: string): Promise<void> {
  const { items } = await logs.list(scope, { worker: [worker], to, isAbsent: false, limit: 10 });
  const log = items.find(({ finishingTime }) => finishingTime?.startsWith('1'));
  if (log) await logs.update(scope, log._id, { finishingTime: '18:30' });
}
