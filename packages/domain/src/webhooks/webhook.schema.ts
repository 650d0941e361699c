import { z } from 'zod';
import { RecordId, serviceFields } from '../values/record.ts';
import { Instant } from '../values/scalars.ts';

/** An address to which changes are sent, without its secret. */
export const Webhook = z
  .object({
    _id: RecordId,
    name: z.string(),
    url: z.string(),
    // Not their names: those of the journal's kinds include this one.
    kinds: z.array(z.string()).meta({ description: 'Of the records whose changes are sent; empty: all' }),
    active: z.boolean(),
    failingSince: Instant.nullable().meta({
      description: 'The first attempt that failed after the last one that did not; null: none',
    }),
    disabledAt: Instant.nullable().meta({
      description: 'When the service made it inactive, since nothing was accepted for five days',
    }),
    secretChangedAt: Instant,
    previousSecretUntil: Instant.nullable().meta({
      description: 'Until when the secret before this one signs too; null: there is none',
    }),
    ...serviceFields,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;
