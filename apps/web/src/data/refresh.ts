import { type JournalKind, resourcesReferencing } from '@daybook/domain';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** What a change can be of. */
export type Resource = JournalKind | 'trash' | 'preferences' | 'sessions';

/** What is odd about a period depends on it. */
const closingChecks = ['closings', 'check'];

const payeeStatements = ['payees', 'statement'];

/** Paths of procedures that are asked again too. */
const affected: Partial<Record<Resource, readonly (readonly string[])[]>> = {
  preferences: [['auth', 'me']],
  // A new password may end tokens and calendar addresses too.
  factors: [
    ['auth', 'factors'],
    ['users', 'security'],
  ],
  sessions: [['auth', 'sessions'], ['tokens'], ['calendars']],
  identities: [
    ['auth', 'identities'],
    ['users', 'identities'],
  ],
  // Their number.
  attachments: [['bills'], ['cheques'], ['payees'], ['settlements']],
  // Their next serials.
  cheques: [['chequebooks'], payeeStatements],
  bills: [payeeStatements],
  chequebooks: [['cheques', 'suggestedSerial']],
  // What is earned, paid and owed.
  users: [['auth', 'me'], ['pay'], ['settlements'], closingChecks],
  logs: [['pay'], ['settlements'], closingChecks],
  rates: [['pay'], ['settlements'], closingChecks],
  payEntries: [['pay'], ['settlements'], closingChecks],
  // The first one fixes the currency.
  settlements: [['pay'], ['payEntries'], ['settings'], closingChecks],
  settings: [closingChecks],
};

/** The paths of procedures that a change of a resource touches. */
const touchedBy = (resource: Resource): readonly (readonly string[])[] => [
  ...[resource, ...resourcesReferencing(resource), 'journal', 'trash', 'home', 'forecast'].map((name) => [
    name,
  ]),
  ...(affected[resource] ?? []),
];

/** Asks again what a change of a resource touches. Resolves once what is on the screen has been asked. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return (resource: Resource) =>
    Promise.all(touchedBy(resource).map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

interface Change {
  readonly kind: Resource;
  readonly record: string;
}

/** Whether a query may be answered otherwise after these changes. One record is not asked for again after changes of others. */
export function touchedByAny(
  changes: readonly Change[],
): (query: { readonly queryKey: QueryKey }) => boolean {
  const records = Map.groupBy(changes, ({ kind }) => kind);
  const touched = [...records].map(([kind, some]) => ({
    kind,
    ids: new Set(some.map(({ record }) => record)),
    paths: touchedBy(kind),
    namesItself: resourcesReferencing(kind).includes(kind as never),
  }));
  return ({ queryKey: [path, options] }) => {
    if (!Array.isArray(path)) return false;
    const asked = JSON.stringify(options ?? {});
    return touched.some(({ kind, ids, paths, namesItself }) => {
      if (!paths.some((prefix) => prefix.every((name, index) => path[index] === name))) return false;
      // What is there once, as the settings, is asked for without an input.
      const isOne =
        (path[0] === kind && path[1] === 'get' && asked.includes('"input":') && !namesItself) ||
        asked.includes('"record":');
      return !isOne || [...ids].some((id) => asked.includes(id));
    });
  };
}
