import { z } from 'zod';
import { dayParameter } from '../../../lib/search.ts';

/** What stands in the address of a worker's statement: without days it is the present month. */
export const StatementSearch = z.object({ from: dayParameter, to: dayParameter });
