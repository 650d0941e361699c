import { z } from 'zod';
import { lengths } from './forecast.ts';

/** What stands in the address of every page that shows a forecast. */
export const LengthSearch = z.object({ days: z.enum(lengths).optional().catch(undefined) });
