import type { z } from 'zod';
import { LengthSearch } from '../../entities/forecast/forecast.ts';
import { textParameter } from '../../lib/search.ts';

/** What stands in the address of the forecast: without an account it is the first one. */
export const ForecastSearch = LengthSearch.extend({ account: textParameter });
export type ForecastSearch = z.infer<typeof ForecastSearch>;
