import { HttpError } from './errors.ts';

/** A number or a literal; what comes after it is looked at by itself. */
const scalar = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where a match ends that begins at `at`; undefined where none does. */
function endOf(pattern: RegExp, json: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(json) ? pattern.lastIndex : undefined;
}

/** Where the string that begins at `at` ends, or is at fault. */
function stringAt(json: string, at: number): { readonly end: number; readonly fault?: number } {
  for (let next = at + 1; next < json.length; ) {
    const code = json.charCodeAt(next);
    if (code === 0x22) return { end: next + 1 };
    const end = code === 0x5c ? endOf(escaped, json, next) : next + 1;
    if (code < 0x20 || end === undefined) return { end: next, fault: next };
    next = end;
  }
  return { end: json.length, fault: json.length };
}

type Expected = 'value' | 'item' | 'member' | 'name' | 'colon' | 'next';

const isSpace = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;

/**
 * Where a text stops being JSON (RFC 8259): the index of the first character that cannot stand there, or of the end;
 * undefined for JSON.
 */
export function faultIn(json: string): number | undefined {
  /** Whether each of the objects and arrays that are open is an object. */
  const open: boolean[] = [];
  let expected: Expected = 'value' as Expected;
  for (let at = 0; ; at += 1) {
    while (isSpace(json.charCodeAt(at))) at += 1;
    const sign = json[at];
    const isInObject = open[open.length - 1];
    if (sign === undefined) return expected === 'next' && open.length === 0 ? undefined : at;
    if (sign === '}' || sign === ']') {
      const isEnd = expected === 'next' || expected === (sign === '}' ? 'member' : 'item');
      if (!isEnd || isInObject !== (sign === '}')) return at;
      open.pop();
      expected = 'next';
    } else if (expected === 'next') {
      if (sign !== ',' || isInObject === undefined) return at;
      expected = isInObject ? 'name' : 'value';
    } else if (expected === 'colon') {
      if (sign !== ':') return at;
      expected = 'value';
    } else if (sign === '"') {
      const { end, fault } = stringAt(json, at);
      if (fault !== undefined) return fault;
      at = end - 1;
      expected = expected === 'name' || expected === 'member' ? 'colon' : 'next';
    } else if (expected === 'name' || expected === 'member') {
      return at;
    } else if (sign === '{' || sign === '[') {
      open.push(sign === '{');
      expected = sign === '{' ? 'member' : 'item';
    } else {
      const end = endOf(scalar, json, at);
      if (end === undefined) return at;
      at = end - 1;
      expected = 'next';
    }
  }
}

/** A refusal that says where the fault is; a character is one of Unicode. */
export function invalidJson(bytes: Uint8Array, cause?: unknown): HttpError {
  const json = new TextDecoder().decode(bytes);
  const fault = faultIn(json) ?? json.length;
  const lines = json.slice(0, fault).split('\n');
  const place = `line ${lines.length}, column ${Array.from(lines.at(-1) ?? '').length + 1}`;
  const where = fault === json.length ? `: it ends at ${place}` : ` from ${place} on`;
  return new HttpError('INVALID_JSON', `The body is not valid JSON${where}`, { cause });
}

/** How many of the first bytes can be the beginning of UTF-8. */
function utf8Length(bytes: Uint8Array): number {
  let [least, most] = [0, bytes.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true });
      least = middle;
    } catch {
      most = middle - 1;
    }
  }
  return least;
}

export const invalidUtf8 = (bytes: Uint8Array, cause: unknown): HttpError =>
  new HttpError('INVALID_JSON', `The body is not valid UTF-8 from byte ${utf8Length(bytes) + 1} on`, {
    cause,
  });

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

/** A shorter number loses no digits. Also finds digits within strings, which are then checked in vain. */
const longNumber = /[\d.]{17}/;
const number = /^-?(0|[1-9]\d*)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** The same for all spellings of a number: its significant digits, and the power of ten of the last one. */
function normalizedDigits([, whole = '', fraction = '', exponent = '0']: RegExpExecArray): string {
  const digits = whole + fraction;
  let first = 0;
  while (digits[first] === '0') first += 1;
  if (first === digits.length) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${digits.slice(first, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/** Whether the nearest double to this JSON number is a different number; false for what is not a JSON number. */
export function losesDigits(source: string): boolean {
  const asDouble = String(Number(source));
  if (asDouble === source) return false;
  const match = number.exec(source);
  if (!match) return false;
  const read = number.exec(asDouble);
  return !read || normalizedDigits(read) !== normalizedDigits(match);
}

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;

/** The index after the closing quote of the string that starts at `at`. */
function endOfString(json: string, at: number): number {
  for (let next = at + 1; next < json.length; next += 1) {
    const code = json.charCodeAt(next);
    if (code === quote) return next + 1;
    if (code === backslash) next += 1;
  }
  return json.length;
}

/** The end of the number that starts at `at`, and whether it is too short to lose digits. */
function scanNumber(json: string, at: number): { end: number; isShort: boolean } {
  let end = at;
  let hasExponent = false;
  for (; end < json.length; end += 1) {
    const code = json.charCodeAt(end);
    if (code === 0x65 || code === 0x45) hasExponent = true;
    // `+` and `.` are part of a number, but do not start one.
    else if (!isDigit(code) && code !== minus && code !== 0x2b && code !== 0x2e) break;
  }
  return { end, isShort: !hasExponent && end - at <= 15 };
}

const colon = /[ \t\r\n]*:/y;
/** A number in the place of a property name must not become a string, which would make invalid JSON valid. */
function isPropertyName(json: string, end: number): boolean {
  colon.lastIndex = end;
  return colon.test(json);
}

/**
 * A JSON number is parsed as a double, which keeps 15 to 17 digits. A number that would change becomes a string, so that
 * the schema gets exactly what was sent and parses or refuses it. One pass over the document; invalid JSON stays invalid.
 */
export function exactNumbers(json: string): string {
  if (!longNumber.test(json)) return json;
  const parts: string[] = [];
  let copied = 0;
  let at = 0;
  while (at < json.length) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfString(json, at);
    } else if (code === minus || isDigit(code)) {
      const { end, isShort } = scanNumber(json, at);
      if (!isShort && losesDigits(json.slice(at, end)) && !isPropertyName(json, end)) {
        parts.push(json.slice(copied, at), json.slice(at, end));
        copied = end;
      }
      at = end;
    } else {
      at += 1;
    }
  }
  return parts.length === 0 ? json : `${parts.join('"')}"${json.slice(copied)}`;
}
