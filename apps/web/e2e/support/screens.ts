import { createRootRoute } from '@tanstack/react-router';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { features, outsideMenu } from '../../src/features.ts';
import type { StaffRoute } from '../../src/shell/staff.route.ts';
import { clientOf } from './browser.ts';

// Each feature hangs its routes on whatever it is given.
const parent = createRootRoute() as unknown as StaffRoute;

/** The address of every screen: `/payees/$payeeID`. */
export const paths = [...features, ...outsideMenu].flatMap(({ routes }) =>
  routes(parent).map(({ options }): string => ('path' in options ? options.path : '/')),
);

export type Ids = Readonly<Record<string, string | undefined>>;

/** Records for the screens that are of one: of the demo, since other tests remove their own. */
export async function someIds(): Promise<Ids> {
  const samira = await clientOf('samira');
  const [payees, cheques, users, accounts] = await Promise.all([
    samira.payees.list.query({ search: 'Harbour Glass' }),
    // It bounced, and was replaced.
    samira.cheques.list.query({ serial: '001501' }),
    samira.users.list.query({ limit: 1000 }),
    samira.bankAccounts.list.query({ search: 'Current account' }),
  ]);
  return {
    payeeID: payees.items[0]?._id,
    chequeID: cheques.items[0]?._id,
    userID: users.items.find(({ username }) => username === 'ada')?._id,
    bankAccountID: accounts.items[0]?._id,
  };
}

export const withIds = (path: string, ids: Ids) =>
  path.replace(/\$(\w+)/g, (_, name: string) => ids[name] ?? name);

/** Waits until the page has what it shows. */
export async function standing(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => page.locator('.mantine-Loader-root, .mantine-Skeleton-root').count()).toBe(0);
}
