import type { Resource as RecordResource } from '@daybook/domain';
import { useQueryClient } from '@tanstack/react-query';

/** What a change can be of. */
export type Resource = RecordResource | 'journal' | 'preferences' | 'sessions';

/** Paths of procedures that are asked again after a change, besides the resource's own and the journal's. */
const affected: Partial<Record<Resource, readonly (readonly string[])[]>> = {
  // Cheques name their payee, logs their worker.
  payees: [['cheques']],
  users: [['logs'], ['auth', 'me']],
  preferences: [['auth', 'me']],
  sessions: [['auth', 'sessions']],
};

/** Asks again what a change of a resource touches. Resolves once what is on the screen has been asked. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return (resource: Resource) =>
    Promise.all(
      [[resource], ...(affected[resource] ?? []), ['journal']].map((path) =>
        queryClient.invalidateQueries({ queryKey: [path] }),
      ),
    );
}
