import { z } from 'zod';
import { LengthSearch } from '../../entities/forecast/forecast.ts';
import { sortParameter } from '../../lib/search.ts';

/** What stands in the address of one account: how far its forecast looks, and the order of its cheques. */
export const AccountSearch = z.object({ ...LengthSearch.shape, sort: sortParameter });
