import type { ClosingKind } from '@daybook/domain';
import { expect } from 'vitest';
import type { Answer, Person } from './service.ts';
import { undoTest } from './test.ts';
import { expectFailure } from './wire.ts';

const kinds: readonly ClosingKind[] = ['logs', 'bills', 'payEntries', 'cheques'];
/** Up to which everything is closed in these tests, the day before it, and the one after it. */
export const through = '2024-03-31';
export const inside = '2024-03-30';
export const outside = '2024-04-01';

/** Fixtures of the tests of closed periods. */
export const closingTest = undoTest
  .extend(
    'send',
    { scope: 'file' },
    ({ service, admin }) =>
      (method: string, path: string, body?: unknown, { token }: Person = admin): Promise<Answer> =>
        service.call(method, path, { token, body }),
  )
  /** Closes, or opens, up to a day; all kinds unless some are named. */
  .extend(
    'close',
    { scope: 'file' },
    ({ ask }) =>
      (day: string | null, ...some: ClosingKind[]) =>
        ask('POST', '/closings', {
          through: day,
          kinds: some.length > 0 ? some : kinds,
          reason: 'Of a test',
        }),
  );

/** The one answer to a write in a closed period. */
export function expectClosed(answer: Answer, field: string, day = through): void {
  expect(expectFailure(answer, 409, 'PERIOD_CLOSED')).toEqual([field]);
  const [issue] = answer.body.error.issues;
  expect([issue.code, issue.params]).toEqual(['period_closed', { through: day }]);
  expect(answer.body.message).toContain(day);
}
