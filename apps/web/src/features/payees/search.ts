import { z } from 'zod';
import { sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the list. */
export const PayeesSearch = z.object({ search: textParameter, sort: sortParameter });
