import { z } from 'zod';
import { monthParameter } from '../../../lib/search.ts';

/** What stands in the address of one's own pay: without a month it is the present one. */
export const OwnPaySearch = z.object({ month: monthParameter });
