import { z } from 'zod';
import { type Resource, records } from '../resources.ts';
import { Clock } from '../values/scalars.ts';

/** `payee_id` → payee, `due_date` → dueDate: the names that the interface has for the columns. */
export const fieldName = (column: string) =>
  column.replace(/_id$/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** A value of a column as the interface has it: times of day without seconds. */
export function fieldValue(kind: Resource, column: string, value: unknown): unknown {
  const shape: z.ZodRawShape = records[kind].shape;
  const schema = shape[fieldName(column)];
  const isClock = (schema instanceof z.ZodNullable ? schema.unwrap() : schema) === Clock;
  return isClock && typeof value === 'string' ? value.slice(0, 5) : value;
}
