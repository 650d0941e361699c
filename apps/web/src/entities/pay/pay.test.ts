import { describe, expect, it } from 'vitest';
import { issuesIn } from '../../lib/issues.ts';
import {
  balancesByDay,
  entrySchema,
  hasPayout,
  isAbsence,
  isOverpaid,
  newestOf,
  otherPartsOf,
  payableOf,
  replacementOf,
  type Settlement,
  wholeTime,
  withoutEntry,
} from './pay.ts';

const entry = {
  worker: '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e',
  date: '2026-11-02',
  kind: 'advance' as const,
};

describe('an entry', () => {
  it.each([
    ['advance', '150.00', 2, []],
    ['advance', '150.005', 2, ['too_many_digits']],
    ['advance', '150.005', 3, []],
    ['advance', '1.5', 0, ['too_many_digits']],
    ['advance', '0', 2, ['not_positive']],
    ['deduction', '-1', 2, ['not_positive']],
    ['opening', '-1', 2, []],
    ['opening', '0', 2, []],
    ['advance', '1,5,0', 2, ['invalid_amount']],
  ] as const)('%s of %s with %d digits is told %j', (kind, amount, digits, codes) => {
    const { error } = entrySchema(digits).safeParse({ ...entry, kind, amount });
    expect(issuesIn(error).map(({ code, path }) => [code, path])).toEqual(
      codes.map((code) => [code, ['amount']]),
    );
  });

  it.each([
    ['payout', '120', '120.00', false],
    ['payout', '120.01', '120.00', true],
    ['payout', '1', '-5.00', true],
    ['advance', '500', '120.00', false],
    ['payout', 'abc', '120.00', false],
    ['payout', '500', undefined, false],
  ] as const)('%s of %s where %s is owed: more than that is %s', (kind, amount, owed, expected) =>
    expect(isOverpaid({ kind, amount }, owed)).toBe(expected),
  );

  it.each([
    ['payout', '100', '150.00'],
    ['advance', '100', '150.00'],
    ['deduction', '100', '150.00'],
    ['bonus', '100', '-50.00'],
    ['opening', '-100', '150.00'],
  ] as const)('%s of %s away from a balance of 50.00 leaves %s', (kind, amount, left) =>
    expect(withoutEntry('50.00', { kind, amount })).toBe(left),
  );
});

describe('what can be paid out', () => {
  it.each([
    ['393.75', 2, '393.75'],
    ['120.1250', 2, '120.12'],
    ['120.125', 3, '120.125'],
    ['120.90', 0, '120'],
    ['0.0050', 2, ''],
    ['0.00', 2, ''],
    ['-5.00', 2, ''],
    ['7', undefined, '7'],
  ])('of %s with %s digits is %s', (balance, digits, payable) =>
    expect(payableOf(balance, digits)).toBe(payable),
  );
});

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

const totals = {
  earned: '300.00',
  payments: '100.00',
  openings: '0.00',
  bonuses: '0.00',
  deductions: '20.50',
  advances: '0.00',
  payouts: '0.00',
  paid: '100.00',
  balance: '129.50',
};
const line = (date: string, balance: string) => ({
  date,
  workedMinutes: 0,
  overtimeMinutes: 0,
  earned: '0.00',
  paid: '0.00',
  entries: [],
  entriesCount: 0,
  balance,
});

it('the whole time ends with the present month', () => {
  expect(wholeTime('2026-11-23')).toEqual({ from: '1900-01-01', to: '2026-11-30' });
});

it('each day has the balance of the last line, before the first line that brought forward', () => {
  const lines = [line('2026-11-02', '50.00'), line('2026-11-04', '-10.00')];
  const days = balancesByDay({ from: '2026-11-01', to: '2026-11-05', opening: '7.00', lines });
  expect(days.map(({ balance }) => balance)).toEqual(['7.00', '50.00', '50.00', '-10.00', '-10.00']);
});

it('a very long period is drawn from where there is room, with the balance of that time', () => {
  const lines = [line('2000-01-01', '50.00'), line('2026-11-05', '60.00')];
  const days = balancesByDay({ from: '1900-01-01', to: '2026-11-05', opening: '0.00', lines });
  expect(days).toHaveLength(800);
  expect(days[0]?.balance).toBe('50.00');
  expect(days.at(-1)).toEqual({ date: '2026-11-05', balance: '60.00' });
});

it('of what a balance is made of, only that is named which there is', () => {
  expect(otherPartsOf(totals)).toEqual(['deductions']);
});

it('a line says whether it is of an absence; of an older settlement one with nothing but its day is', () => {
  const absent = line('2026-11-02', '50.00');
  expect(isAbsence({ ...absent, isAbsent: true, earned: '1.00', entriesCount: 1 })).toBe(true);
  expect(isAbsence({ ...absent, isAbsent: false })).toBe(false);
  expect(isAbsence(absent)).toBe(true);
  for (const more of [{ workedMinutes: 60 }, { earned: '1.00' }, { paid: '1.00' }, { entriesCount: 1 }])
    expect(isAbsence({ ...absent, ...more })).toBe(false);
});
