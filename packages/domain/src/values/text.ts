import { z } from 'zod';
import { asked } from './asked.ts';

const codePoints = (value: string) => {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
};

/** Unicode that every part of the system stores alike: PostgreSQL fails on NUL and changes lone surrogates. */
const storable = (value: string) => value.isWellFormed() && !value.includes('\0');

const string = (name: string) =>
  z.string(asked(`Send ${name} as text.`)).refine(storable, 'Remove NUL characters and unpaired surrogates.');

/** Any Unicode text, trimmed and in NFC, of at most `max` code points; required texts are not empty. */
export const text = (max: number) =>
  string('it')
    .trim()
    .normalize('NFC')
    .refine((value) => codePoints(value) <= max, `Use at most ${max} characters.`)
    .meta({ maxLength: max });

export const requiredText = (max: number) =>
  text(max)
    .refine((value) => value !== '', 'This must not be empty.')
    .meta({ minLength: 1, maxLength: max });

/** Text that may be left out: `null` means empty. */
export const optionalText = (max: number) => orEmpty(text(max));

/** Reads `null` as an empty text. */
export const orEmpty = <T extends z.ZodType<string>>(schema: T) =>
  schema.nullable().transform((value) => value ?? '');

/** An address, or empty. */
export const Email = string('the e-mail address')
  .trim()
  .normalize('NFC')
  .refine(
    (value) => value === '' || (codePoints(value) <= 254 && z.regexes.unicodeEmail.test(value)),
    'Send an e-mail address of at most 254 characters, such as a@example.org.',
  )
  .meta({
    maxLength: 254,
    pattern: String.raw`^\s*([^\s@"]{1,64}@[^\s@]{1,255})?\s*$`,
    description: 'An e-mail address, or empty',
    examples: ['ada@example.org'],
  });

// For the OpenAPI document: the number with what is dropped between its signs.
const dropped = String.raw`[\s\p{Pd}()[\]\p{Cf}]*`;
const phonePattern = String.raw`^${dropped}(\+${dropped}([0-9]${dropped}){6,15})?$`;

/** E.164 with some room: `+` and 6 to 15 digits; spaces, dashes and brackets are dropped. Or empty. */
export const Phone = string('the phone number')
  .overwrite((value) => value.replace(/[\s\p{Pd}()[\]\p{Cf}]/gu, ''))
  .refine(
    (value) => value === '' || /^\+[0-9]{6,15}$/.test(value),
    'Send the number in international form: + and 6 to 15 digits, such as +15551234567.',
  )
  .meta({
    pattern: phonePattern,
    description:
      'Phone number in international form (+ and 6 to 15 digits; spaces, dashes and brackets are dropped), or empty',
    examples: ['+15551234567'],
  });

/**
 * The form in which usernames are compared: NFKC, without characters that show nothing, trimmed, ignoring case. There
 * and back, since one direction alone keeps `ß` from `SS` and `ς` from `σ`.
 */
export const usernameKey = (username: string): string =>
  username
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .trim()
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC');

/** Shown as typed; unique as {@link usernameKey}. Any script, no control characters. */
export const Username = string('the username')
  .trim()
  .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'Remove control characters.')
  .refine((value) => usernameKey(value) !== '', 'This must not be empty.')
  .refine((value) => codePoints(value) <= 64, 'Use at most 64 characters.')
  .meta({ minLength: 1, maxLength: 64, examples: ['ada'] });

/** 8 to 128 characters of any Unicode after NFKC (NIST SP 800-63B: no composition rules, nothing cut off). */
export const Password = string('the password')
  .normalize('NFKC')
  .refine((value) => codePoints(value) >= 8, 'Use at least 8 characters.')
  .refine((value) => codePoints(value) <= 128, 'Use at most 128 characters.')
  .meta({ minLength: 8, maxLength: 128, format: 'password', examples: ['correct horse battery'] });

/** A password as typed to be compared with a stored one: no rule of length, so that none is told. */
export const TypedPassword = string('the password')
  .normalize('NFKC')
  .refine((value) => value.length <= 1024, 'Use at most 1024 characters.')
  .meta({ format: 'password', maxLength: 1024, examples: ['correct horse battery'] });
