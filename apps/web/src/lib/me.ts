import type { Outputs } from '@daybook/client';
import { useSuspenseQuery } from '@tanstack/react-query';
import { api } from '../api.ts';

export type Me = Outputs['auth']['me'];
type Permissions = Outputs['permissions'];

const often = 20_000;

/** Who is logged in. Asked again while the page is open, so that a session that was ended shows soon. */
export function useMe(): Me {
  const { data } = useSuspenseQuery({ ...api.auth.me.queryOptions(), refetchInterval: often });
  return data;
}

/**
 * May the caller do this, as the server's own access table says? `may('users.create')`; for what is granted on the
 * own account only, name the account: `may('users.update', userID)`.
 */
export function useMay() {
  const me = useMe();
  const { data: permissions } = useSuspenseQuery(api.permissions.queryOptions());
  return (procedure: string, userID?: string) => isGranted(permissions, procedure, userID === me._id);
}

export function isGranted(permissions: Permissions, procedure: string, own: boolean): boolean {
  const grant = permissions[procedure];
  return grant === true || (grant === 'self' && own);
}

/** The caller's preferences where they apply, else none: the device decides. */
export function usePreferences(): Partial<Me['preferences']> {
  const { preferences } = useMe();
  return preferences.active ? preferences : {};
}
