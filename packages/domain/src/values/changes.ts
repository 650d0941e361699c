import { z } from 'zod';
import { Id } from './scalars.ts';

/**
 * The input of an update: the identifier under its own name, and any of the fields.
 * None of them is refused: a request that changes nothing is a mistake worth telling. Named as `fields` is.
 */
export function changeOf<const K extends string, S extends z.ZodRawShape>(id: K, fields: z.ZodObject<S>) {
  const names = Object.keys(fields.shape);
  const identifier = { [id]: Id } as Record<K, typeof Id>;
  return z
    .object({ ...identifier, ...fields.shape })
    .check(...((fields.def.checks ?? []) as z.core.$ZodCheck<unknown>[]))
    .refine(
      (value) => names.some((name) => (value as Record<string, unknown>)[name] !== undefined),
      `Send at least one field to change: ${names.join(', ')}.`,
    )
    .meta({ ...fields.meta() });
}
