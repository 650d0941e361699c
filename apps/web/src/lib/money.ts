// Exact decimal texts, up to 4 digits after the point: no float touches an amount.
const scale = 4;

/** Whole ten-thousandths: what amounts are ordered and added by. */
export const toUnits = (amount: string): bigint => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(scale, '0')}`);
};

/** Whether a text is an amount, as the service writes it. */
export const isAmount = (text: string) => /^-?\d+(\.\d{1,4})?$/.test(text);

const toText = (units: bigint, digits: number): string => {
  const sign = units < 0n ? '-' : '';
  const text = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const fraction = text.slice(-scale).slice(0, digits);
  return `${sign}${text.slice(0, -scale)}${fraction && `.${fraction}`}`;
};

const digitsOf = (amount: string) => amount.split('.')[1]?.length ?? 0;

/** The exact sum, with as many digits after the point as the finest of them. */
export const sum = (amounts: readonly string[]): string =>
  toText(
    amounts.reduce((total, amount) => total + toUnits(amount), 0n),
    Math.max(0, ...amounts.map(digitsOf)),
  );

export const compare = (one: string, other: string): number => {
  const difference = toUnits(one) - toUnits(other);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
};

export const negated = (amount: string) => toText(-toUnits(amount), digitsOf(amount));

export const isNegative = (amount: string) => toUnits(amount) < 0n;
