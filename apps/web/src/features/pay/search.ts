import { z } from 'zod';
import { dayParameter, sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the workers' pay. */
export const PaySearch = z.object({ search: textParameter, sort: sortParameter });

/** What stands in the address of the settling: up to which day, and one worker, if not all. */
export const SettleSearch = z.object({ to: dayParameter, worker: textParameter });
