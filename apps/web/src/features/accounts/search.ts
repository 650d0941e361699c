import { z } from 'zod';
import { flagParameter, sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the list. */
export const AccountsSearch = z.object({
  search: textParameter,
  isArchived: flagParameter,
  sort: sortParameter,
});

/** What stands in the address of one account: the order of its cheques. */
export const AccountSearch = z.object({ sort: sortParameter });
