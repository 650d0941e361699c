import { z } from 'zod';
import { RecordId } from '../values/record.ts';
import { Instant } from '../values/scalars.ts';

export const Factor = z
  .object({
    _id: RecordId,
    kind: z.enum(['totp', 'passkey']).meta({ description: 'An authenticator app, or a passkey' }),
    name: z.string(),
    createdAt: Instant,
    lastUsedAt: Instant.nullable(),
  })
  .meta({ id: 'Factor' });
export type Factor = z.infer<typeof Factor>;
