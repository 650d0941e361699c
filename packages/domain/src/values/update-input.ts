import { z } from 'zod';
import { issue } from './issues.ts';
import { Id } from './scalars.ts';

/**
 * The input of an update: the identifier under its own name, and any of the fields.
 * None of them is refused: a request that changes nothing is a mistake worth telling. Named as `fields` is.
 * @param more what is sent besides, and changes nothing
 * @param meta its name and description in the document
 */
export function updateInput<
  const K extends string,
  S extends z.ZodRawShape,
  More extends z.ZodRawShape = Record<never, never>,
>(id: K, fields: z.ZodObject<S>, more?: More, meta = fields.meta()) {
  const names = Object.keys(fields.shape);
  const identifier = { [id]: Id } as Record<K, typeof Id>;
  return z
    .object({ ...identifier, ...(more as More), ...fields.shape })
    .check(...((fields.def.checks ?? []) as z.core.$ZodCheck<unknown>[]))
    .refine(
      (value) => names.some((name) => (value as Record<string, unknown>)[name] !== undefined),
      issue('no_changes', { fields: names }),
    )
    .meta({ ...meta });
}
