import { z } from 'zod';
import { issue } from './issues.ts';

const codePoints = (value: string) => {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
};

/** Unicode that every part of the system stores alike: PostgreSQL fails on NUL and changes lone surrogates. */
const storable = (value: string) => value.isWellFormed() && !value.includes('\0');

const isStorable = z.refine<string>(storable, issue('unstorable_characters'));

/** All checks at once: each call of a method copies the schema, and there are hundreds. */
const string = (...checks: z.core.$ZodCheck<string>[]) =>
  z.string(issue('not_text')).check(isStorable, ...checks);
const trim = z.trim();
const normalize = z.normalize('NFC');

/**
 * In whatever form it is sent: normalising makes one character of at most four (composed ones fall into four at the
 * most), each of at most two code units. Looked at before anything that costs more than a glance at each character.
 */
const MAX_UNITS = 2 * 4;
const tooLong = (max: number) => issue('too_long', { max });
const bounded = (max: number, options = tooLong(max)) =>
  z.refine<string>((value) => value.length <= MAX_UNITS * max, { abort: true, ...options });

/**
 * Normalising sorts the marks of one letter, which takes the square of their number: here, and in PostgreSQL. The
 * limit is that of Unicode's Stream-Safe Text Format (UAX #15). The two of half width become marks in NFKC and NFKD.
 */
const longMarkRun = /(?<![\p{M}\uFF9E\uFF9F])[\p{M}\uFF9E\uFF9F]{31}/u;
const limitedMarks = z.refine<string>((value) => value.length <= 30 || !longMarkRun.test(value), {
  abort: true,
  ...issue('too_many_marks', { max: 30 }),
});

const makeText = (max: number) =>
  string(
    trim,
    bounded(max),
    limitedMarks,
    normalize,
    z.refine<string>((value) => codePoints(value) <= max, tooLong(max)),
  ).meta({ maxLength: max, description: 'At most 30 combining marks in a row' });
const texts = new Map<number, ReturnType<typeof makeText>>();

/** Any Unicode text, trimmed and in NFC, of at most `max` code points; required texts are not empty. */
export function text(max: number): ReturnType<typeof makeText> {
  const made = texts.get(max) ?? makeText(max);
  texts.set(max, made);
  return made;
}

export const requiredText = (max: number) =>
  text(max)
    .refine((value) => value !== '', issue('empty'))
    .meta({ minLength: 1, maxLength: max });

/** Text that may be left out: `null` means empty. */
export const optionalText = (max: number) => orEmpty(text(max));

/** Reads `null` as an empty text. */
export const orEmpty = <T extends z.ZodType<string>>(schema: T) =>
  schema.nullable().transform((value) => value ?? '');

const invalidEmail = issue('invalid_email');
// What RFC 5322 lets stand unquoted: no control characters, and none that separates addresses or their parts.
const address = String.raw`[^\s@"(),:;<>[\]\\\u0000-\u001f\u007f-\u009f]{1,64}@[^\s@"(),;<>\\\u0000-\u001f\u007f-\u009f]{1,255}`;
const wholeAddress = new RegExp(`^${address}$`, 'u');

/** An address, or empty. */
export const Email = string(
  trim,
  bounded(254, invalidEmail),
  limitedMarks,
  normalize,
  z.refine<string>(
    (value) => value === '' || (codePoints(value) <= 254 && wholeAddress.test(value)),
    invalidEmail,
  ),
).meta({
  maxLength: 254,
  pattern: String.raw`^\s*(${address})?\s*$`,
  description: 'An e-mail address, or empty',
  examples: ['ada@example.org'],
});

// Dashes and characters that show nothing, as Unicode has them: the patterns of the OpenAPI document have no flag for \p{…}.
const dashes = String.raw`\u002d\u058a\u05be\u1400\u1806\u2010-\u2015\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d`;
const invisible = String.raw`\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb`;
const separators = String.raw`\s\])./${dashes}${invisible}`;
const dropped = `[([${separators}]`;
const allDropped = new RegExp(dropped, 'g');
/** Of the number in some countries and not in others, so that dropping the brackets alone may make another one. */
const zeroInBrackets = new RegExp(String.raw`[([][\s${invisible}]*0[\s${invisible}]*[)\]]`);
/** For the document: no bracket opens before a zero, since programs that make texts of patterns know no lookahead. */
const digit = `(${dropped}*[1-9]|[${separators}]*0)`;

const phone = (stored: RegExp, begin: string, description: string) =>
  string()
    .refine((value) => !zeroInBrackets.test(value), { abort: true, ...issue('phone_zero_in_brackets') })
    .overwrite((value) => value.replace(allDropped, ''))
    .refine((value) => stored.test(value), issue('invalid_phone'))
    .meta({
      pattern: String.raw`^${dropped}*(\+${begin}${digit}{5,14}${dropped}*)?$`,
      description: `Phone number in international form (+ and 6 to 15 digits, ${description}; spaces, dashes, dots, slashes and brackets are dropped; (0) is refused), or empty`,
      examples: ['+15551234567'],
    });

/** E.164 with some room: `+` and 6 to 15 digits, or empty. */
export const Phone = phone(/^(\+[1-9][0-9]{5,14})?$/, `${dropped}*[1-9]`, 'the first not 0');

/** In a change: one that begins with 0, as was taken once, may be sent back. The statement knows whether it is stored. */
export const PhoneOrStored = phone(/^(\+[0-9]{6,15})?$/, digit, 'the first not 0 unless it is stored so');

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
export const Username = string()
  .trim()
  .refine((value) => value.length <= 2 * 64 && codePoints(value) <= 64, { abort: true, ...tooLong(64) })
  .check(limitedMarks)
  .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), issue('control_characters'))
  .refine((value) => usernameKey(value) !== '', issue('empty'))
  .meta({ minLength: 1, maxLength: 64, examples: ['ada'] });

/**
 * 8 to 128 characters of any Unicode after NFKC (NIST SP 800-63B: no composition rules, nothing cut off); as short as
 * they are, any number of marks is cheap.
 */
export const Password = string()
  .check(bounded(128))
  .normalize('NFKC')
  .refine((value) => codePoints(value) >= 8, issue('too_short', { min: 8 }))
  .refine((value) => codePoints(value) <= 128, tooLong(128))
  .meta({ minLength: 8, maxLength: 128, format: 'password', examples: ['correct horse battery'] });

/** A password as typed to be compared with a stored one: its limit is above any that can have been chosen, so that no rule is told. */
export const TypedPassword = string()
  .refine((value) => value.length <= 2 * 1024 && codePoints(value) <= 1024, {
    abort: true,
    ...tooLong(1024),
  })
  .normalize('NFKC')
  .meta({ format: 'password', maxLength: 1024, examples: ['correct horse battery'] });
