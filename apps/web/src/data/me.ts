import type { Inputs, Outputs } from '@daybook/client';
import { type ImportKind, importKinds } from '@daybook/domain';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api.ts';
import type { Preferences } from '../lib/preferences.ts';
import { usePending } from './change.tsx';

export type Me = Outputs['auth']['me'];
type Permissions = Outputs['permissions'];
type Router = keyof Inputs & string;
/** `bills.list` */
export type ProcedurePath = { [R in Router]: `${R}.${keyof Inputs[R] & string}` }[Router];

/** Who is logged in. */
export const useMe = (): Me => useSuspenseQuery(api.auth.me.queryOptions()).data;

/**
 * May the caller do this, as the server's own access table says? `may('users.create')`; for what is granted on the
 * own account only, name the account: `may('users.update', userID)`.
 */
export function useMay() {
  const me = useMe();
  const { data: permissions } = useSuspenseQuery(api.permissions.queryOptions());
  return (procedure: ProcedurePath, userID?: string) => isGranted(permissions, procedure, userID === me._id);
}

function isGranted(permissions: Permissions, procedure: ProcedurePath, own: boolean): boolean {
  const grant = permissions[procedure];
  return grant === true || (grant === 'self' && own);
}

/** What the caller may import; accounts are made by Administrators alone. */
export function useImportKinds(): readonly ImportKind[] {
  const may = useMay();
  const isAdministrator = useMe().accessLevel === 'Administrator';
  return importKinds.filter(
    (kind) => may('imports.create') && may(`${kind}.create`) && (kind !== 'users' || isAdministrator),
  );
}

/** A list as what can be imported into it; undefined: nothing, or not by the caller. */
export const useImportable = (list: string) => useImportKinds().find((kind) => kind === list);

/** The caller's preferences as they are chosen, also where they do not apply; `usePreferences` gives those that do. */
export function useChosenPreferences(): Me['preferences'] {
  const { preferences } = useMe();
  const pending = usePending<Preferences>('preferences');
  return useMemo(
    () => Object.assign({}, preferences, ...pending.map(({ row }) => row)),
    [preferences, pending],
  );
}
