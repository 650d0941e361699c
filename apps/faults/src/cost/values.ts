import type { Generate } from './texts.ts';

const filled =
  (unit: string | ((n: number) => string), open: string, close: string): Generate =>
  (bytes) => {
    const parts: string[] = [];
    for (let length = open.length + close.length, n = 0; ; n++) {
      const part = typeof unit === 'string' ? unit : unit(n);
      length += part.length + 1;
      if (length > bytes && n > 0) return open + parts.join(',') + close;
      parts.push(part);
    }
  };

const nested =
  (open: string, close: string): Generate =>
  (bytes) => {
    const levels = Math.floor(bytes / (open.length + close.length));
    return open.repeat(levels) + close.repeat(levels);
  };

const record =
  '{"date":"2023-12-08","value":"12.50","description":"paper, and a toner","extraNotes":"","n":42}';

/** JSON as an ordinary client writes it: records of a few fields. */
export const plainJson: Generate = filled(record, '[', ']');

export const knownValues: Readonly<Record<string, Generate>> = {
  'number 10…01': (bytes) => `1${'0'.repeat(bytes - 2)}1`,
  'number 0.00…': (bytes) => `0.${'0'.repeat(bytes - 2)}`,
  'array of zeros': filled('0', '[', ']'),
  'array of numbers that lose digits': filled((n) => `0.1234567890123456789${n}`, '[', ']'),
  'as many keys as fit': filled((n) => `"k${n.toString(36)}":0`, '{', '}'),
  'nested arrays': nested('[', ']'),
};

export const otherValues: Readonly<Record<string, Generate>> = {
  'number of ones': (bytes) => '1'.repeat(bytes),
  'number 1e99…': (bytes) => `1e${'9'.repeat(bytes - 2)}`,
  'number 1e-000…1': (bytes) => `1e-${'0'.repeat(bytes - 4)}1`,
  'number -0.10…01': (bytes) => `-0.1${'0'.repeat(bytes - 5)}1`,
  'array of empty texts': filled('""', '[', ']'),
  'array of empty objects': filled('{}', '[', ']'),
  'array of fractions': filled('0.1', '[', ']'),
  'array of numbers of 17 digits': filled('12345678901234567', '[', ']'),
  'array of texts of 17 digits': filled('"12345678901234567"', '[', ']'),
  'keys that are numbers': filled((n) => `"${n * 7919}":0`, '{', '}'),
  'keys of 17 digits': filled((n) => `"${10 ** 16 + n}":0`, '{', '}'),
  'one key again and again': filled('"a":0', '{', '}'),
  '__proto__ again and again': filled('"__proto__":0', '{', '}'),
  'escaped keys': filled((n) => `"\\u006b${n}":0`, '{', '}'),
  'one long key': (bytes) => `{"${'k'.repeat(bytes - 6)}":0}`,
  'objects of different shapes': filled((n) => `{"k${n % 4096}":0}`, '[', ']'),
  'nested objects': nested('{"a":', '}').bind(undefined),
  'arrays that are not closed': (bytes) => '['.repeat(bytes),
  'text that is not closed': (bytes) => `"${'\\\\'.repeat((bytes - 1) / 2)}`,
  'escapes of letters': (bytes) => `"${'\\u0061'.repeat((bytes - 2) / 6)}"`,
  'escapes of line breaks': (bytes) => `"${'\\n'.repeat((bytes - 2) / 2)}"`,
  'white space in an array': (bytes) => `[${' \n'.repeat((bytes - 2) / 2)}]`,
  'white space, then nothing': (bytes) => `[${' '.repeat(bytes - 2)}x`,
  'a wrong letter at the end': (bytes) => `${filled('0', '[', '')(bytes - 1)}x`,
};
