/** Too short for a number that loses digits; what is found within texts is looked at for nothing. */
const suspicious = /[\d.]{17}/;
const decimal = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** The same for every way to write a number: its significant digits, and the power of ten of the last one. */
function digitsOf(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

const asWritten = (_key: string, value: unknown, { source = '' }: { readonly source?: string }) =>
  typeof value === 'number' && digitsOf(source) !== digitsOf(String(value)) ? source : value;

/**
 * A JSON number is read as a double, which keeps 15 to 17 digits. One that would be another number afterwards becomes
 * text as it was written, so that the schema sees what was sent: it reads it exactly or refuses it.
 */
export function exactNumbers(json: string): string {
  if (!suspicious.test(json)) return json;
  try {
    return JSON.stringify(JSON.parse(json, asWritten as (key: string, value: unknown) => unknown));
  } catch {
    // What is no JSON, or nested too deeply, is refused by whoever reads it.
    return json;
  }
}
