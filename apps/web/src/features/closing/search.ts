import { z } from 'zod';
import { dayParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address: the last day, the kinds if not all, and whether all days before it are looked at. */
export const ClosingSearch = z.object({
  through: dayParameter,
  kinds: textParameter,
  look: z.literal('all').optional().catch(undefined),
});
