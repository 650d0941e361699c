import { z } from 'zod';
import { RecordId } from '../values/record.ts';
import { Instant } from '../values/scalars.ts';

export const Erased = z
  .object({
    _id: RecordId,
    name: z
      .string()
      .meta({ description: 'What the person is called from now on', examples: ['Former worker 3'] }),
  })
  .meta({ id: 'Erased', description: 'What is left of a person whose data is erased' });
export type Erased = z.infer<typeof Erased>;

const Row = z.record(z.string(), z.unknown());

export const PersonalData = z
  .object({
    _id: RecordId,
    exportedAt: Instant,
    tables: z.record(z.string(), z.array(Row)).meta({
      description:
        'By the table of the database, its rows about the person, by column; amounts as exact text. Without hashes.',
    }),
  })
  .meta({ id: 'PersonalData', description: 'Everything that is stored about one person' });
export type PersonalData = z.infer<typeof PersonalData>;
