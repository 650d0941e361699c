import { z } from 'zod';
import { issue } from './issues.ts';
import { Id, Instant } from './scalars.ts';

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

type WithoutDefault<Field extends z.core.SomeType> = Field extends z.ZodDefault<infer Inner> ? Inner : Field;
type Optional<Fields extends z.ZodRawShape> = {
  [Name in keyof Fields]: z.ZodOptional<WithoutDefault<Fields[Name]>>;
};

/** What makes a record, and what changes one: the same fields, of which any may be sent and none has a default. */
export function bodies<Name extends string, Fields extends z.ZodRawShape>(name: Name, fields: Fields) {
  const optional: Record<string, z.ZodOptional> = {};
  for (const [key, field] of Object.entries(fields))
    optional[key] = z.optional(field instanceof z.ZodDefault ? field.unwrap() : field);
  return {
    create: z.object(fields).meta({ id: `${name}Create` }),
    changes: z
      .object(optional as Optional<Fields>)
      .meta({ id: `${name}Changes`, description: 'Only the fields sent change.' }),
  };
}

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
