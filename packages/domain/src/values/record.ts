import { z } from 'zod';
import { Instant } from './scalars.ts';

/** The identifier as answered. */
export const RecordId = z.string().meta({
  id: 'RecordId',
  description: 'Opaque identifier',
  examples: ['0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e'],
});

/** What the service sets on every record. */
export const serviceFields = {
  createdAt: Instant,
  updatedAt: Instant,
  version: z.int().min(1).meta({ description: '1 at first, one more at each change' }),
};

export const Removed = z
  .object({ _id: RecordId })
  .meta({ id: 'Removed', description: 'The record that was deleted' });
