import { expect, it } from 'vitest';
import { hasPayout, newestOf, replacementOf, type Settlement } from './pay.ts';

const settlement = (number: number, rest: Partial<Settlement> = {}) =>
  ({ _id: `s${number}`, number, status: 'issued', replaces: null, payout: '0.00', ...rest }) as Settlement;

it('the newest is that with the highest number among those that are not void', () => {
  const all = [settlement(1), settlement(3, { status: 'void' }), settlement(2, { status: 'acknowledged' })];
  expect(newestOf(all)?.number).toBe(2);
  expect(newestOf([settlement(1, { status: 'void' })])).toBeUndefined();
});

it('a replacement names what it replaces', () => {
  const first = settlement(1, { status: 'void' });
  const second = settlement(2, { replaces: first._id });
  expect(replacementOf(first, [first, second])).toBe(second);
  expect(replacementOf(second, [first, second])).toBeUndefined();
});

it('a payout of 0 is none', () => {
  expect([hasPayout(settlement(1)), hasPayout(settlement(1, { payout: '10.000' }))]).toEqual([false, true]);
});
