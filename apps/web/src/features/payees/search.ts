import { z } from 'zod';
import { sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the list. */
export const PayeesSearch = z.object({ search: textParameter, sort: sortParameter });

/** What stands in the address of one payee: the order of the cheques. */
export const PayeeSearch = z.object({ sort: sortParameter });
