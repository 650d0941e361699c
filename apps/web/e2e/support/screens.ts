import { createRootRoute } from '@tanstack/react-router';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { features, featuresOutsideMenu } from '../../src/features.ts';
import type { StaffRoute } from '../../src/shell/staff.route.ts';
import { clientOf } from './browser.ts';

// Each feature hangs its routes on whatever it is given.
const parent = createRootRoute() as unknown as StaffRoute;

/** The address of every screen: `/payees/$payeeID`. */
export const paths = [...features, ...featuresOutsideMenu].flatMap(({ routes }) =>
  routes(parent).map(({ options }): string => ('path' in options ? options.path : '/')),
);

export type Ids = Readonly<Record<string, string | undefined>>;

const settledUsername = 'settledworker';

/** A settlement of a worker of its own, the same for all who ask; a Supervisor, since sheets list those of role User. */
async function someSettlement(): Promise<string | undefined> {
  const admin = await clientOf('admin');
  const { items } = await admin.users.list.query({ limit: 1000 });
  let worker = items.find(({ username }) => username === settledUsername)?._id;
  if (worker === undefined) {
    const account = { firstName: 'Settled', lastName: 'Worker', username: settledUsername };
    worker = (await admin.users.create.mutate({ ...account, password: 'correct horse battery' }))._id;
    await admin.users.setRole.mutate({ userID: worker, role: 'Supervisor' });
    await admin.payEntries.create.mutate({ worker, date: '2026-01-05', kind: 'bonus', amount: '300' });
    await admin.settlements.create.mutate({ worker, to: '2026-01-31', payout: '100' });
  }
  const { items: settlements } = await admin.settlements.list.query({ worker });
  return settlements[0]?._id;
}

/** Records for the screens that are of one: of the demo, since other tests remove their own. */
export async function someIds(): Promise<Ids> {
  const samira = await clientOf('samira');
  const [payees, cheques, users, accounts, settlementID] = await Promise.all([
    samira.payees.list.query({ search: 'Harbour Glass' }),
    // It bounced, and was replaced.
    samira.cheques.list.query({ serial: '001501' }),
    samira.users.list.query({ limit: 1000 }),
    samira.bankAccounts.list.query({ search: 'Current account' }),
    someSettlement(),
  ]);
  const ada = users.items.find(({ username }) => username === 'ada')?._id;
  return {
    payeeID: payees.items[0]?._id,
    chequeID: cheques.items[0]?._id,
    userID: ada,
    workerID: ada,
    settlementID,
    bankAccountID: accounts.items[0]?._id,
  };
}

export const withIds = (path: string, ids: Ids) =>
  path.replace(/\$(\w+)/g, (_, name: string) => ids[name] ?? name);

/** Waits until the page has what it shows. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const missing = page.locator('.mantine-Loader-root, .mantine-Skeleton-root, .panel [aria-busy]');
  await expect.poll(() => missing.count()).toBe(0);
}

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
