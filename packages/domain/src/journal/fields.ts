import { z } from 'zod';
import { Clock } from '../values/scalars.ts';
import type { JournalKind } from './kinds.ts';
import { journalled } from './records.ts';

/** `payee_id` → payee, `due_date` → dueDate: the names that the interface has for the columns. */
export const fieldName = (column: string) =>
  column.replace(/_id$/, '').replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** A value of a column as the interface has it: times of day without seconds, counts as numbers. */
export function fieldValue(kind: JournalKind, column: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const shape: z.ZodRawShape = journalled[kind].shape;
  const field = shape[fieldName(column)];
  const schema = field instanceof z.ZodNullable ? field.unwrap() : field;
  if (schema instanceof z.ZodNumber) return Number(value);
  return schema === Clock ? value.slice(0, 5) : value;
}
