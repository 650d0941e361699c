import { resources } from '@daybook/domain';
import { z } from 'zod';
import { sortParameter } from '../../lib/search.ts';

/** What stands in the address of the trash. */
export const TrashSearch = z.object({
  kind: z.enum(resources).optional().catch(undefined),
  sort: sortParameter,
});
