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
