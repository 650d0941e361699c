import { z } from 'zod';
import { LengthSearch } from '../../entities/forecast/forecast.ts';
import { flagParameter, sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the list. */
export const AccountsSearch = z.object({
  search: textParameter,
  isArchived: flagParameter,
  sort: sortParameter,
});

/** What stands in the address of one account: how far its forecast looks, and the order of its cheques. */
export const AccountSearch = z.object({ ...LengthSearch.shape, sort: sortParameter });
