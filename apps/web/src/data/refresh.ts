import { useQueryClient } from '@tanstack/react-query';

export type Resource =
  | 'bills'
  | 'cheques'
  | 'journal'
  | 'logs'
  | 'payees'
  | 'preferences'
  | 'sessions'
  | 'users';

/** What is asked again after a change of one of these, besides the journal: paths of procedures. */
const affected: Record<Resource, readonly (readonly string[])[]> = {
  bills: [['bills']],
  cheques: [['cheques']],
  logs: [['logs']],
  // Cheques name their payee, logs their worker.
  payees: [['payees'], ['cheques']],
  users: [['users'], ['logs'], ['auth', 'me']],
  preferences: [['auth', 'me']],
  sessions: [['auth', 'sessions']],
  journal: [],
};

/** Asks again what a change of a resource touches. Resolves once what is on the screen has been asked. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return (resource: Resource) =>
    Promise.all(
      [...affected[resource], ['journal']].map((path) => queryClient.invalidateQueries({ queryKey: [path] })),
    );
}
