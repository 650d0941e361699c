import { createRootRoute } from '@tanstack/react-router';
import { features } from '../../src/features.ts';
import type { StaffRoute } from '../../src/shell/staff.route.ts';
import { clientOf } from './browser.ts';

// Each feature hangs its routes on whatever it is given.
const parent = createRootRoute() as unknown as StaffRoute;

/** The address of every screen: `/payees/$payeeID`. */
export const paths = features.flatMap(({ routes }) =>
  routes(parent).map(({ options }): string => ('path' in options ? options.path : '/')),
);

export type Ids = Readonly<Record<string, string | undefined>>;

/** Records for the screens that are of one. */
export async function someIds(): Promise<Ids> {
  const samira = await clientOf('samira');
  const [payee, user] = await Promise.all([
    samira.payees.list.query({ limit: 1 }),
    samira.users.list.query({ limit: 1 }),
  ]);
  return { payeeID: payee.items[0]?._id, userID: user.items[0]?._id };
}

export const withIds = (path: string, ids: Ids) =>
  path.replace(/\$(\w+)/g, (_, name: string) => ids[name] ?? name);
