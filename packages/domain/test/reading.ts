import { expect } from 'vitest';
import type { z } from 'zod';

/** What a schema makes of a value; throws where it refuses. */
export const read = <T>(schema: z.ZodType<T>, input: unknown): T => schema.parse(input);

/** A refusal says in words how to mend the value; the library's own words do not. */
export function refuses(schema: z.ZodType, input: unknown): void {
  const { error } = schema.safeParse(input);
  expect(error, `${JSON.stringify(input)} must be refused`).toBeDefined();
  for (const { message } of error?.issues ?? []) {
    expect(message).toMatch(/^(Send|Use|Remove|This) /);
    expect(message).not.toMatch(/undefined|NaN|expected/);
  }
}

/** Values of every other kind of JSON, for schemas that read text. */
export const notText = [undefined, null, 1, true, [], {}, ['x'], [['x']]];
