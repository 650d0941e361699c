import { z } from 'zod';
import { sortParameter } from '../../lib/search.ts';

/** What stands in the address of one payee: the order of the cheques. */
export const PayeeSearch = z.object({ sort: sortParameter });
