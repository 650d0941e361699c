import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  Amount,
  ClockInput,
  DayInput,
  Flag,
  Id,
  IdList,
  SignedAmount,
  toDay,
} from '../src/values/scalars.ts';
import { notText, read, refuses } from './reading.ts';

const digits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });

describe('amounts', () => {
  it('keeps every digit and the scale of decimal text', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        digits(0, 30),
        digits(1, 15),
        digits(0, 4),
        (negative, _, whole, fraction) => {
          const decimals = fraction && `.${fraction}`;
          const isZero = !/[1-9]/.test(whole + fraction);
          const exact = `${negative && !isZero ? '-' : ''}${BigInt(whole)}${decimals}`;
          const typed = `${negative ? '-' : ''}${whole}${decimals}`;
          expect(read(SignedAmount, typed)).toBe(exact);
          expect(read(SignedAmount, ` ${exact} `)).toBe(exact);
        },
      ),
    );
  });

  it('does not count leading zeros', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0 }), (zeros, value) => {
        expect(read(Amount, '0'.repeat(zeros) + value)).toBe(String(value));
      }),
    );
  });

  it('reads a JSON number of at most 15 significant digits as what was written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }),
        fc.integer({ min: 0, max: 4 }),
        (coefficient, scale) => {
          const all = String(Math.abs(coefficient)).padStart(scale + 1, '0');
          const point = all.length - scale;
          const fraction = all.slice(point).replace(/0+$/, '');
          const sign = coefficient < 0 ? '-' : '';
          const written = sign + all.slice(0, point) + (fraction && `.${fraction}`);
          expect(read(SignedAmount, JSON.parse(written))).toBe(written);
        },
      ),
    );
  });

  it.each([
    ['007', '7'],
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    ['000.50', '0.50'],
    ['12.50', '12.50'],
    ['999999999999999.9999', '999999999999999.9999'],
    [-0, '0'],
    [750, '750'],
    [12.5, '12.5'],
    [0.1, '0.1'],
    [0.07, '0.07'],
    [999999999999.99, '999999999999.99'],
  ])('reads %j as %s', (sent, stored) => {
    expect(read(Amount, sent)).toBe(stored);
  });

  it.each([
    ...[
      '',
      ' ',
      'NaN',
      'Infinity',
      '-Infinity',
      '1e5',
      '1E5',
      '1e400',
      '1e-400',
      '0x1F',
      '1_000',
      '1,5',
      '1,000',
    ],
    ...[
      '+5',
      '5.',
      '.5',
      '--5',
      '- 5',
      '5 0',
      '1.2.3',
      '12.34567',
      '9'.repeat(16),
      '٣',
      '۵',
      '１２',
      '−5',
      '5\0',
    ],
    ...[Number.NaN, Infinity, -Infinity, 1e21, 1e-7, 0.00001, 1e15, 1234567890123456, 0.30000000000000004],
    ...[...notText].filter((value) => typeof value !== 'number'),
    123456789012345.6,
  ])('refuses %s', (sent) => {
    refuses(Amount, sent);
    refuses(SignedAmount, sent);
  });

  it('takes negative amounts for bills alone', () => {
    expect(read(SignedAmount, '-150')).toBe('-150');
    for (const sent of ['-150', -150, '-0.0001']) refuses(Amount, sent);
  });

  it('refuses anything else without throwing', () => {
    const plain = /^\s*-?[0-9]+(\.[0-9]{1,4})?\s*$/;
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), (sent) => {
        fc.pre(typeof sent !== 'number' && !(typeof sent === 'string' && plain.test(sent)));
        expect(SignedAmount.safeParse(sent).success).toBe(false);
      }),
    );
  });
});

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const lengths = (year: number) => [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const two = (value: number) => String(value).padStart(2, '0');

describe('days', () => {
  it('knows where every month of 1900 to 9999 ends', () => {
    const wrong: string[] = [];
    for (let year = 1900; year <= 9999; year++)
      for (const [index, last] of lengths(year).entries()) {
        const month = `${year}-${index + 1}`;
        if (toDay(`${month}-${last}`) !== `${year}-${two(index + 1)}-${last}`) wrong.push(`${month}-${last}`);
        if (toDay(`${month}-${last + 1}`) !== undefined) wrong.push(`${month}-${last + 1}`);
        if (toDay(`${month}-0`) !== undefined) wrong.push(`${month}-0`);
      }
    expect(wrong).toEqual([]);
  });

  it('reads every day, padded or not, in whatever zone the process runs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 9999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.nat(),
        (year, month, n) => {
          const day = 1 + (n % (lengths(year)[month - 1] ?? 28));
          const stored = `${year}-${two(month)}-${two(day)}`;
          expect(read(DayInput, stored)).toBe(stored);
          expect(read(DayInput, `${year}-${month}-${day}`)).toBe(stored);
        },
      ),
    );
  });

  it.each([
    ...['2024-02-30', '2023-02-29', '1900-02-29', '2024-13-01', '2024-00-10', '2024-01-00', '2024-01-32'],
    ...[
      '0000-00-00',
      '0001-01-01',
      '0099-12-31',
      '1899-12-31',
      '10000-01-01',
      '-2024-01-01',
      '+002024-01-01',
    ],
    ...['today', 'now', 'epoch', 'infinity', 'J2451187', '2024-01-01 BC', '2024-01-01T00:00:00Z', '20240101'],
    ...[
      '01/02/2024',
      '1-2-3',
      '24-01-01',
      '2024/01/01',
      '2024-1',
      '2024-001-01',
      '2024-01-001',
      '',
      ' ',
      '24:00',
    ],
    ...['٢٠٢٤-٠١-٠١', '2024‐01‐01', '2024-01-01\0', '2024- 1-1', '2024-01-01 00:00', ...notText, new Date()],
  ])('refuses %s', (sent) => refuses(DayInput, sent));
});

describe('times of day', () => {
  it('reads all 1440 minutes, the hour padded or not', () => {
    for (let minute = 0; minute < 1440; minute++) {
      const [hour, rest] = [Math.floor(minute / 60), two(minute % 60)];
      expect(read(ClockInput, `${two(hour)}:${rest}`)).toBe(`${two(hour)}:${rest}`);
      expect(read(ClockInput, `${hour}:${rest}`)).toBe(`${two(hour)}:${rest}`);
    }
  });

  it.each([
    ...[
      '24:00',
      '24:01',
      '23:60',
      '25:00',
      '12:00 PM',
      '12:00:00',
      'allballs',
      'now',
      '-1:00',
      '12:00+05',
      '1200',
    ],
    ...['7:5', '12', ':30', '12:', '', ' ', '٠٨:٣٠', '08：30', '008:30', '08:30\0', ...notText],
  ])('refuses %s', (sent) => refuses(ClockInput, sent));
});

describe('flags', () => {
  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
  ])('reads %j as %j', (sent, stored) => expect(read(Flag, sent)).toBe(stored));

  it.each([
    'TRUE',
    'True',
    ' true',
    'yes',
    'on',
    '1',
    '0',
    '',
    'banana',
    0,
    1,
    null,
    undefined,
    [],
    {},
    [true],
  ])('refuses %j', (sent) => refuses(Flag, sent));
});

describe('identifiers', () => {
  const noRecord = '00000000-0000-0000-0000-000000000000';

  it('passes its own on and takes anything malformed for the name of no record', () => {
    fc.assert(fc.property(fc.uuid(), (id) => void expect(read(Id, id)).toBe(id)));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void expect(read(Id, text)).toBe(noRecord)),
    );
    for (const text of [
      '',
      'x',
      'null',
      "' OR 1=1--",
      '{0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e}',
      '\0',
      '\ud800',
    ])
      expect(read(Id, text)).toBe(noRecord);
  });

  it.each(notText)('refuses %j', (sent) => refuses(Id, sent));

  it('reads a comma list, with spaces', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1 }), (ids) => {
        expect(read(IdList, ids.join(','))).toEqual(ids);
        expect(read(IdList, ids.join(' , '))).toEqual(ids);
      }),
    );
  });

  it('names each once, what names nothing too', () => {
    const [one, two] = ['0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e', '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5f'];
    expect(read(IdList, [one, two, one].join())).toEqual([one, two]);
    expect(read(IdList, ','.repeat(15_000))).toEqual([noRecord]);
  });
});
