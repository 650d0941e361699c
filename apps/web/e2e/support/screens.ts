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
  await expect.poll(() => page.locator('.mantine-Loader-root, .mantine-Skeleton-root').count()).toBe(0);
}
