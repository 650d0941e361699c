import { HttpError } from './errors.ts';

/** What a JSON body may have at most, so that parsing it costs little. */
export interface JsonLimits {
  /** Levels of objects and arrays, the outermost being the first. */
  depth: number;
  /** Names, objects and arrays: JSON.parse takes ten times as long for many of them as for strings and numbers. */
  parts: number;
  /** Digits of a number. */
  digits: number;
  /** Numbers that may lose digits as a double: each of them is checked. */
  longNumbers: number;
}

export const defaultLimits: JsonLimits = { depth: 20, parts: 25_000, digits: 1000, longNumbers: 2000 };

const LONG_NUMBER_DIGITS = 17;

const [QUOTE, BACKSLASH, COLON, ZERO, NINE, POINT, LETTER_E] = [0x22, 0x5c, 0x3a, 0x30, 0x39, 0x2e, 0x65];
const [OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks JSON before it is parsed, so that parsing does not cost too much.
 * @returns whether a number in it may lose digits as a double
 * @throws HttpError INVALID_BODY for a limit, or INVALID_JSON if its brackets are not balanced either
 */
export function checkJsonLimits(json: Uint8Array, limits: JsonLimits = defaultLimits): boolean {
  let depth = 0;
  let maxDepth = 0;
  let parts = 0;
  let digits = 0;
  let maxDigits = 0;
  let longNumbers = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if ((byte >= ZERO && byte <= NINE) || byte === POINT) {
      digits += 1;
      if (digits > maxDigits) maxDigits = digits;
      if (digits === LONG_NUMBER_DIGITS) longNumbers += 1;
      continue;
    }
    if (digits > 0 && (byte | 0x20) === LETTER_E) longNumbers += 1;
    digits = 0;
    if (byte === QUOTE) {
      for (at += 1; at < json.length && json[at] !== QUOTE; at += 1) if (json[at] === BACKSLASH) at += 1;
    } else if (byte === COLON) {
      parts += 1;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      parts += 1;
      depth += 1;
      if (depth > maxDepth) maxDepth = depth;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      depth -= 1;
    }
  }
  const message = limitError(limits, maxDepth, parts, maxDigits, longNumbers);
  if (message === undefined) return longNumbers > 0;
  if (depth !== 0) {
    const brackets = depth > 0 ? `${depth} brackets are not closed` : `${-depth} brackets close nothing`;
    throw new HttpError('INVALID_JSON', `The body is not valid JSON: ${brackets}`);
  }
  throw new HttpError('INVALID_BODY', message);
}

function limitError(
  limits: JsonLimits,
  depth: number,
  parts: number,
  digits: number,
  long: number,
): string | undefined {
  if (depth > limits.depth) return `The body may be nested at most ${limits.depth} levels deep`;
  if (parts > limits.parts) return `The body may have at most ${limits.parts} names, objects and arrays`;
  if (digits > limits.digits) return `A number may have at most ${limits.digits} digits`;
  if (long > limits.longNumbers)
    return `The body may have at most ${limits.longNumbers} numbers with an exponent or over 16 digits`;
  return undefined;
}
