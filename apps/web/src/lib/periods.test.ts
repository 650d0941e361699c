import { expect, it } from 'vitest';
import { periodOf, wholeMonthOf } from './periods.ts';

it('without days the period is the present month, with one of them its month', () => {
  const today = '2026-11-23';
  expect(periodOf({}, today)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(periodOf({ from: '2026-02-10' }, today)).toEqual({ from: '2026-02-10', to: '2026-02-28' });
  expect(periodOf({ to: '2026-03-05' }, today)).toEqual({ from: '2026-03-01', to: '2026-03-05' });
  expect(periodOf({ from: '2025-01-05', to: '2026-03-05' }, today)).toEqual({
    from: '2025-01-05',
    to: '2026-03-05',
  });
});

it('a whole month is known as one', () => {
  expect(wholeMonthOf({ from: '2026-02-01', to: '2026-02-28' })).toBe('2026-02');
  expect(wholeMonthOf({ from: '2026-02-01', to: '2026-02-27' })).toBeUndefined();
  expect(wholeMonthOf({ from: '2026-02-01', to: '2026-03-31' })).toBeUndefined();
});
