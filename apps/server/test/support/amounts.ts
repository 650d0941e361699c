import fc from 'fast-check';
import type { Row } from './samples/index.ts';

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
