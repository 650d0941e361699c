import { z } from 'zod';
import { RecordId } from '../values/record.ts';
import { Instant } from '../values/scalars.ts';
import { text } from '../values/text.ts';

/** How somebody enrolled proves the second factor at a log-in. */
export const factorMethods = ['totp', 'recovery', 'passkey'] as const;
export type FactorMethod = (typeof factorMethods)[number];

export const FactorCode = text(100).meta({
  description:
    'A code of the authenticator app, or a recovery code; spaces, dashes and digits of any script are read',
  examples: ['123 456'],
});

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
