import { z } from 'zod';
import { Instant } from './scalars.ts';

/**
 * The tables of records: each has `recordColumns`, the journal's triggers, an entry in the journal for each change, and a
 * bulkhead with a connection pool.
 */
export const resources = ['users', 'logs', 'cheques', 'bills', 'payees'] as const;
export type Resource = (typeof resources)[number];

/** The same value for each resource. */
export const forEachResource = <T>(value: T) =>
  Object.fromEntries(resources.map((name) => [name, value])) as Readonly<Record<Resource, T>>;

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
