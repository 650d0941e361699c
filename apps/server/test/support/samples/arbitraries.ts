import fc, { type Arbitrary } from 'fast-check';
import type { Row } from './index.ts';

/** Arbitraries by field. */
export type Arbitraries = Readonly<Record<string, Arbitrary<unknown>>>;

export const mostly = (valid: readonly unknown[], invalid: readonly unknown[]): Arbitrary<unknown> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...valid) },
    { weight: 1, arbitrary: fc.constantFrom(...invalid) },
  );

const notText = [5, true, [], {}, ['a']];
const unstorable = ['nul \0', 'half \ud800'];
export const text = (longest: number) =>
  mostly(
    ['plain', ' trimmed ', 'e\u0301', 'مؤسسة', '🙂', 'false', '12'],
    [null, '', 'x'.repeat(longest + 1), ...notText, ...unstorable],
  );
export const flag = mostly([true, false, 'true', 'false'], ['TRUE', 1, 0, null, '', 'yes', []]);
export const amount = (more: readonly unknown[] = []) =>
  mostly(
    ['12.50', '007', '0', 5, 0.1, '999999999999999.9999', ...more],
    [null, '', 'NaN', '1e5', 1e21, '1.23456', '1234567890123456', true, {}],
  );
export const day = mostly(
  ['2023-1-5', '2024-02-29', '1900-01-01', '9999-12-31'],
  ['2023-02-29', '1899-12-31', '01/02/2024', 'today', '', null, 20240101],
);
export const clock = mostly(['08:30', '8:30', '00:00', '23:59'], ['24:00', '8', 'noon', '', null, 830]);
export const email = mostly(['', null, 'ada@example.org'], ['nobody', 'a b@example.org', 7]);

/** Stands for the identifier of a record of this resource, which a test puts in its place. */
export const referenceTo = (resource: string) => `<${resource}>`;
/** Stands for a username that nobody has. */
export const freshName = '<fresh>';
export const reference = (resource: string) =>
  mostly([referenceTo(resource)], ['nonsense', 'e'.repeat(36), '', null, 7]);

const isText = (value: unknown) => typeof value === 'string';
export const queryFlag = mostly(['true', 'false'], ['1', 'TRUE', '']);
export const range = { from: day.filter(isText), to: day.filter(isText) };
export const search = fc.constantFrom('', 'a', 'É', '%', '_', '\\', 'مؤسسة', 'x'.repeat(201));
export const references = (resource: string) =>
  fc.constantFrom(referenceTo(resource), `${referenceTo(resource)},nonsense`, 'nonsense', '', ',');

const paging = {
  sort: mostly(['updatedAt', '-updatedAt', 'date', '-name'], ['', 'x', '-']),
  fields: mostly(['_id', 'version', 'createdAt, version', 'date'], ['', 'nonsense']),
  limit: mostly(['1', '2', '7', '1000'], ['0', '1001', '-1', '1.5', 'x', '']),
  cursor: fc.constantFrom('', 'bm9uc2Vuc2U', 'WyIyMDI0LTAxLTAxIiwieCJd'),
};

const updatedSince = mostly(
  ['9999-12-31T00:00:00Z', '9998-01-01T08:30:00.123456+05:30'],
  ['', 'now', '2024-01-01'],
);

/** The parameters of a list, as texts: a query string has nothing else. */
export const parameters = (fields: Arbitraries): Arbitrary<Record<string, unknown>> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ ...fields, ...paging }, { requiredKeys: [] }) },
    {
      weight: 1,
      arbitrary: fc.record({ updatedSince, ...fields, ...paging }, { requiredKeys: ['updatedSince'] }),
    },
  );

/** Fields that the service owns or does not know: they change nothing. */
const ignored = fc.constantFrom<object>(
  {},
  {},
  {},
  { version: 9, createdAt: 'x' },
  { accessLevel: 'Administrator', _id: 'x' },
  { nonsense: { deep: [1] } },
);

/** A body with some or all of these fields, valid or not. */
export const body = (fields: Arbitraries): Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 2, arbitrary: fc.record(fields) },
        { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
      ),
      ignored,
    )
    .map(([sent, more]) => ({ ...sent, ...more }));

/** The sum of decimals, exactly: in ten-thousandths, with as many digits after the point as the longest of them. */
function sumOf(texts: readonly string[]): string {
  let sum = 0n;
  let scale = 0;
  for (const text of texts) {
    const [whole = '', fraction = ''] = text.split('.');
    scale = Math.max(scale, fraction.length);
    sum += BigInt(`${whole}${fraction.padEnd(4, '0')}`);
  }
  const digits = (sum < 0n ? -sum : sum).toString().padStart(5, '0');
  const fraction = digits.slice(-4).slice(0, scale);
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -4)}${scale > 0 ? `.${fraction}` : ''}`;
}

export const totalOf = (rows: readonly Row[], field: string) => sumOf(rows.map((row) => row[field]));

/** Amounts that are not negative. */
export const amounts = fc.constantFrom(
  '0',
  '0.1',
  '0.2',
  '12.50',
  '0.0001',
  '99.9',
  '999999999999999.9999',
  '123456789012345',
  '7',
);
export const days = fc.constantFrom('2023-12-31', '2024-01-01', '2024-01-31', '2024-02-29', '2025-02-01');
