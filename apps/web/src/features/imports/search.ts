import { importKinds } from '@daybook/domain';
import { z } from 'zod';

/** What stands in the address of an import. */
export const ImportSearch = z.object({
  kind: z
    .enum([...importKinds, 'manager-2'])
    .optional()
    .catch(undefined),
});
