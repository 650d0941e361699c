import { z } from 'zod';
import { dayParameter, monthParameter, sortParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the workers' pay. */
export const PaySearch = z.object({ month: monthParameter, search: textParameter, sort: sortParameter });

/** What stands in the address of the settling: up to which day, and one worker, if not all. */
export const SettleSearch = z.object({ to: dayParameter, worker: textParameter });

/** What stands in the address of one's own pay: without a month it is the present one. */
export const OwnPaySearch = z.object({ month: monthParameter });

/** What stands in the address of a worker's statement: without days it is the present month. */
export const StatementSearch = z.object({ from: dayParameter, to: dayParameter });
