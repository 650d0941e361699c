import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plus } from '../support/forecasts.ts';
import { earnedOf, Fraction } from '../support/pay-model/earned.ts';
import { absence, type Inputs, inputs, inputsAndPeriod, rate, shift } from '../support/pay-model/inputs.ts';
import { testSettlements } from '../support/pay-model/settlement-suite.ts';
import { statementOf } from '../support/pay-model/statement.ts';

const earnings = (given: Inputs, until = '2023-12-31') =>
  earnedOf(given, until)
    .days.filter(({ earned }) => !/^[0.]+$/.test(earned))
    .map(({ date, earned }) => [date, earned]);
const exact = (text: string) => Fraction.of(text);

describe('a fraction', () => {
  it('is rounded half away from zero', () => {
    const cases = [
      ['0.5', 0, '1'],
      ['-0.5', 0, '-1'],
      ['0.4999', 0, '0'],
      ['-0.4999', 0, '0'],
      ['2.5', 0, '3'],
      ['1.005', 2, '1.01'],
      ['-1.005', 2, '-1.01'],
      ['-1.0049', 2, '-1.00'],
      ['0.0005', 3, '0.001'],
      ['-0.0005', 3, '-0.001'],
      ['999999999999999.9995', 3, '1000000000000000.000'],
    ] as const;
    for (const [value, digits, expected] of cases)
      expect(exact(value).rounded(digits).text(digits), value).toBe(expected);
    expect(Fraction.of(-2).over(Fraction.of(3)).rounded(2).text(2)).toBe('-0.67');
  });

  it('is exact, and text carries as many digits as it needs', () => {
    expect(exact('0.1').plus(exact('0.2')).equals(exact('0.30'))).toBe(true);
    expect(exact('1').over(exact('-3')).times(exact('3')).equals(exact('-1'))).toBe(true);
    expect(exact('1').minus(exact('1.0001')).text(2)).toBe('-0.0001');
    expect(exact('12.5000').text(2)).toBe('12.50');
    expect(exact('-0.00').text(0)).toBe('0');
    expect([exact('1').compare(exact('2')), exact('2').compare(exact('-2'))]).toEqual([-1, 1]);
    expect(() => exact('1e5')).toThrow();
    expect(() => exact('1').over(exact('0'))).toThrow();
    expect(() => exact('1').over(exact('3')).text(2)).toThrow();
  });
});

describe('earned', () => {
  it('is 393.75 in the example by the hour', () => {
    const given = inputs({
      rates: [rate({ amount: '37.50', overtimeFactor: '1.5' })],
      logs: [
        shift('2023-10-04', '08:00', '13:00', { breakMinutes: 20 }),
        shift('2023-10-04', '21:00', '02:30', { breakMinutes: 30 }),
      ],
    });
    expect(earnedOf(given, '2023-10-04')).toEqual({
      days: [{ date: '2023-10-04', workedMinutes: 580, overtimeMinutes: 100, earned: '393.75' }],
      missingRates: [],
    });
  });

  it('is 2648.39 in the example by the month', () => {
    const rates = [
      rate({ from: '2023-10-01', basis: 'month', amount: '2600' }),
      rate({ from: '2023-10-16', basis: 'month', amount: '3120' }),
    ];
    const logs = [absence('2023-10-07'), absence('2023-10-20')];
    expect(earnings(inputs({ rates, logs }), '2023-10-31')).toEqual([['2023-10-31', '2648.39']]);
    expect(earnings(inputs({ rates, logs }), '2023-10-30')).toEqual([]);
    // A shift on the same date takes an absence away, an absence on the same date does not count twice.
    const more = [...logs, shift('2023-10-07'), absence('2023-10-20')];
    expect(earnings(inputs({ rates, logs: more }), '2023-10-31')).toEqual([['2023-10-31', '2748.39']]);
  });

  it('by the day is the amount once, and overtime by the minute', () => {
    const rates = [rate({ basis: 'day', amount: '100', dayMinutes: 300, overtimeFactor: '1.5' })];
    const logs = [
      shift('2023-10-04', '08:00', '12:00'),
      shift('2023-10-04', '13:00', '15:00'),
      shift('2023-10-05', '08:00', '08:00'),
      absence('2023-10-06'),
    ];
    expect(earnedOf(inputs({ rates, logs }), '2023-10-31').days).toEqual([
      { date: '2023-10-04', workedMinutes: 360, overtimeMinutes: 60, earned: '130.00' },
      { date: '2023-10-05', workedMinutes: 0, overtimeMinutes: 0, earned: '100.00' },
      { date: '2023-10-06', workedMinutes: 0, overtimeMinutes: 0, earned: '0.00' },
    ]);
  });

  it('is rounded to the digits of the currency', () => {
    const logs = [shift('2023-10-04', '08:00', '08:01')];
    const one = (digits: number, amount: string) =>
      earnedOf(inputs({ digits, logs, rates: [rate({ amount })] }), '2023-10-04').days[0]?.earned;
    expect([one(0, '90'), one(0, '89'), one(2, '0.30'), one(2, '0.29'), one(3, '0.030')]).toEqual([
      '2',
      '1',
      '0.01',
      '0.00',
      '0.001',
    ]);
  });

  it('belongs to the date on which a shift begins, past midnight and past the end of a month', () => {
    const rates = [rate({}), rate({ from: '2023-11-01', amount: '120' })];
    const logs = [shift('2023-10-31', '22:00', '06:00')];
    expect(earnings(inputs({ rates, logs }))).toEqual([['2023-10-31', '480.00']]);
    expect(statementOf(inputs({ rates, logs }), '2023-11-01', '2023-11-30')).toMatchObject({
      opening: '480.00',
      lines: [],
    });
  });

  it('by the month is that of a deleted worker too', () => {
    const rates = [rate({ from: '2023-09-01', basis: 'month', amount: '3000' })];
    expect(earnings(inputs({ rates, deletedOn: '2023-08-31' }))).toEqual(earnings(inputs({ rates })));
  });

  it('by the month is of the days on which the rate holds, and none is below 0', () => {
    const rates = [
      rate({ from: '2023-04-11', basis: 'month', amount: '900', monthDays: 1 }),
      rate({ from: '2023-04-21', basis: 'none', amount: null }),
    ];
    expect(earnings(inputs({ rates }))).toEqual([['2023-04-30', '300.00']]);
    const next = rate({ from: '2023-04-21', basis: 'month', amount: '300' });
    const logs = [absence('2023-04-12'), absence('2023-04-20'), absence('2023-04-22')];
    expect(earnings(inputs({ rates: [rates[0] ?? next, next], logs }), '2023-04-30')).toEqual([
      ['2023-04-30', '88.46'],
    ]);
  });

  it('changes within a month from the hour to the month', () => {
    const rates = [rate({ from: '2023-04-01' }), rate({ from: '2023-04-21', basis: 'month', amount: '900' })];
    const logs = [shift('2023-04-20', '08:00', '17:00'), shift('2023-04-21'), shift('2023-04-30')];
    const { days } = earnedOf(inputs({ rates, logs }), '2023-04-30');
    expect(days).toEqual([
      { date: '2023-04-20', workedMinutes: 540, overtimeMinutes: 60, earned: '540.00' },
      { date: '2023-04-21', workedMinutes: 480, overtimeMinutes: 0, earned: '0.00' },
      { date: '2023-04-30', workedMinutes: 480, overtimeMinutes: 0, earned: '300.00' },
    ]);
  });

  it('changes within a month from the month to the hour, and is one amount on its last day', () => {
    const rates = [
      rate({ from: '2023-04-01', basis: 'month', amount: '900.10', monthDays: 30 }),
      rate({ from: '2023-04-02', amount: '0.10' }),
    ];
    // 900.10 ÷ 30 is 30.00333…; a minute is 0.00166…: together 30.005.
    const logs = [shift('2023-04-30', '08:00', '08:01')];
    expect(earnings(inputs({ rates, logs }))).toEqual([['2023-04-30', '30.01']]);
  });

  it('misses a rate where somebody worked before the first one', () => {
    const rates = [rate({ from: '2023-10-05' })];
    const logs = [shift('2023-10-04'), shift('2023-10-04'), absence('2023-10-03'), shift('2023-10-05')];
    const none = rate({ from: '2023-10-01', basis: 'none', amount: null });
    expect(earnedOf(inputs({ rates, logs }), '2023-10-31').missingRates).toEqual(['2023-10-04']);
    expect(earnedOf(inputs({ rates: [none], logs }), '2023-10-31').missingRates).toEqual([]);
    expect(earnings(inputs({ rates, logs }))).toEqual([['2023-10-05', '480.00']]);
  });
});

describe('a statement', () => {
  const given = inputs({
    rates: [rate({})],
    logs: [
      shift('2023-10-02', '08:00', '16:00', { payment: '80.0001' }),
      shift('2023-10-03'),
      absence('2023-10-04'),
    ],
    entries: [
      { date: '2023-10-01', kind: 'opening', amount: '-20' },
      { date: '2023-10-03', kind: 'advance', amount: '100' },
      { date: '2023-10-03', kind: 'bonus', amount: '7.50' },
      { date: '2023-10-05', kind: 'deduction', amount: '1000' },
      { date: '2023-10-06', kind: 'payout', amount: '0.5' },
    ],
  });

  it('has a line for each date, a running balance and totals of its period', () => {
    const minutes = { overtimeMinutes: 0, isAbsent: false };
    const worked = { ...minutes, workedMinutes: 480, earned: '480.00' };
    const idle = { ...minutes, workedMinutes: 0, earned: '0.00' };
    const [, advance, bonus, deduction, payout] = given.entries;
    expect(statementOf(given, '2023-10-02', '2023-10-06')).toEqual({
      opening: '-20.00',
      lines: [
        { ...worked, date: '2023-10-02', paid: '80.0001', entries: [], balance: '379.9999' },
        { ...worked, date: '2023-10-03', paid: '100.00', entries: [advance, bonus], balance: '767.4999' },
        { ...idle, date: '2023-10-04', isAbsent: true, paid: '0.00', entries: [], balance: '767.4999' },
        { ...idle, date: '2023-10-05', paid: '0.00', entries: [deduction], balance: '-232.5001' },
        { ...idle, date: '2023-10-06', paid: '0.50', entries: [payout], balance: '-233.0001' },
      ],
      totals: {
        earned: '960.00',
        payments: '80.0001',
        openings: '0.00',
        bonuses: '7.50',
        deductions: '1000.00',
        advances: '100.00',
        payouts: '0.50',
        paid: '180.5001',
        balance: '-233.0001',
      },
      missingRates: [],
    });
  });

  it('is continued by the next one', () => {
    fc.assert(
      fc.property(inputsAndPeriod, ({ inputs: drawn, period: [from, to] }) => {
        const before = statementOf(drawn, '1900-01-01', plus(from, -1));
        const found = statementOf(drawn, from, to);
        expect(found.opening).toBe(before.totals.balance);
        expect(found.lines.at(-1)?.balance ?? found.opening).toBe(found.totals.balance);
        const whole = statementOf(drawn, '1900-01-01', to);
        expect(whole.lines).toEqual([...before.lines, ...found.lines]);
        expect(whole.missingRates).toEqual([...before.missingRates, ...found.missingRates]);
      }),
    );
  });
});

testSettlements();
