import { z } from 'zod';
import { dayParameter, sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the ledger. */
export const BillsSearch = z.object({
  from: dayParameter,
  to: dayParameter,
  search: textParameter,
  sort: sortParameter,
});
