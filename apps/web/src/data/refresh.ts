import { type JournalKind, records, referenceFields, resources } from '@daybook/domain';
import { useQueryClient } from '@tanstack/react-query';

/** What a change can be of. */
export type Resource = JournalKind | 'trash' | 'preferences' | 'sessions' | 'closings';

const referred = new Map<string, Resource>(Object.entries(referenceFields));

/** The resources whose records name one of this resource: cheques their payee, logs their worker. */
const naming = (resource: Resource): readonly Resource[] =>
  resources.filter((other) =>
    Object.keys(records[other].shape).some((field) => referred.get(field) === resource),
  );

/** What is odd about a period depends on it. */
const closingChecks = ['closings', 'check'];

/** Paths of procedures that are asked again too. */
const affected: Partial<Record<Resource, readonly (readonly string[])[]>> = {
  preferences: [['auth', 'me']],
  // A new password may end tokens and calendar addresses too.
  sessions: [['auth', 'sessions'], ['tokens'], ['calendars']],
  // Their next serials.
  cheques: [['chequebooks']],
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

/** Asks again what a change of a resource touches. Resolves once what is on the screen has been asked. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return (resource: Resource) => {
    const lists = [resource, ...naming(resource), 'journal', 'trash', 'home', 'forecast'].map((name) => [
      name,
    ]);
    const paths = [...lists, ...(affected[resource] ?? [])];
    return Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
  };
}
