import type { Input, Procedure } from './calls.ts';
import { unknownId } from './service.ts';

/** Whether it matters to a procedure which account its input names. */
export const namesUser = ({ rest }: Procedure): boolean => rest?.params.includes('userID') ?? false;

/** Names nothing that exists and sends no field: whoever is let in changes nothing. */
export const harmless = ({ path, rest }: Procedure, userID: string): Input => ({
  ...Object.fromEntries((rest?.params ?? []).map((name) => [name, name === 'userID' ? userID : unknownId])),
  // Without it only an Administrator is let in (test/resources/journal.test.ts).
  ...(path === 'journal.list' && { record: unknownId }),
});
