import { describe, expect, it } from 'vitest';
import { LogCreate } from '../src/logs/logs.schema.ts';

describe('inputs as a whole', () => {
  const paths = (result: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
    result.error?.issues.map(({ path }) => path.join('.')).sort();

  it('asks for both times of somebody present, together with what else is missing', () => {
    expect(paths(LogCreate.safeParse({}))).toEqual(['date', 'finishingTime', 'startingTime', 'worker']);
    expect(paths(LogCreate.safeParse({ isAbsent: 'true' }))).toEqual(['date', 'worker']);
    expect(paths(LogCreate.safeParse({ breakMinutes: 1440 }))).toContain('breakMinutes');
    for (const body of [null, [], 5, 'x']) expect(LogCreate.safeParse(body).success).toBe(false);
  });
});
