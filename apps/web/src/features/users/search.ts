import { roles } from '@daybook/domain';
import { z } from 'zod';
import { flagParameter, sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the list; `search` is a regular expression. */
export const UsersSearch = z.object({
  search: textParameter,
  role: z.enum(roles).optional().catch(undefined),
  active: flagParameter,
  sort: sortParameter,
});
export type UsersSearch = z.infer<typeof UsersSearch>;
