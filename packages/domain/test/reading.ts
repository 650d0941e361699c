import { expect } from 'vitest';
import type { z } from 'zod';
import { issueCodes, issuesOf } from '../src/values/issues.ts';

/** What a schema makes of a value; throws where it refuses. */
export const read = <T>(schema: z.ZodType<T>, input: unknown): T => schema.parse(input);

/** A refusal bears a code of the closed set, and says in words what is accepted; the library's own words do not. */
export function refuses(schema: z.ZodType, input: unknown): void {
  const { error } = schema.safeParse(input);
  expect(error, `${JSON.stringify(input)} must be refused`).toBeDefined();
  for (const { code, message } of error ? issuesOf(error) : []) {
    expect(issueCodes).toContain(code);
    expect(code).not.toBe('invalid');
    expect(message).toMatch(/^(is|must|has) /);
    expect(message).not.toMatch(/undefined|NaN|expected/);
  }
}

/** Values of every other kind of JSON, for schemas that read text. */
export const notText = [undefined, null, 1, true, [], {}, ['x'], [['x']]];
