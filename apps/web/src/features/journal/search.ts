import { journalActions, journalKinds } from '@daybook/domain';
import { z } from 'zod';
import { dayParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of the history. */
export const JournalSearch = z.object({
  kind: z.enum(journalKinds).optional().catch(undefined),
  action: z.enum(journalActions).optional().catch(undefined),
  actor: textParameter,
  record: textParameter,
  from: dayParameter,
  to: dayParameter,
});
