/** An exact rational number: what pay is computed in, so that nothing is rounded but where the rule says so. */
export class Fraction {
  static readonly zero = new Fraction(0n, 1n);

  /** In lowest terms; the denominator is positive. */
  private readonly numerator: bigint;
  private readonly denominator: bigint;

  private constructor(numerator: bigint, denominator: bigint) {
    const divisor = commonDivisor(numerator, denominator) * (denominator < 0n ? -1n : 1n);
    this.numerator = numerator / divisor;
    this.denominator = denominator / divisor;
  }

  /** A whole number, or decimal text such as `-12.50`. */
  static of(value: string | number): Fraction {
    if (typeof value === 'number') return new Fraction(BigInt(value), 1n);
    const found = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(value);
    if (!found) throw new Error(`not an amount: ${value}`);
    const [, sign, whole = '', decimals = ''] = found;
    const units = BigInt(whole + decimals);
    return new Fraction(sign === '-' ? -units : units, 10n ** BigInt(decimals.length));
  }

  static sum(all: Iterable<Fraction>): Fraction {
    let sum = Fraction.zero;
    for (const one of all) sum = sum.plus(one);
    return sum;
  }

  plus(other: Fraction): Fraction {
    return new Fraction(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    );
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.numerator, other.denominator));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.numerator * other.numerator, this.denominator * other.denominator);
  }

  over(other: Fraction): Fraction {
    if (other.numerator === 0n) throw new Error('division by zero');
    return new Fraction(this.numerator * other.denominator, this.denominator * other.numerator);
  }

  /** -1, 0 or 1. */
  compare(other: Fraction): number {
    const { numerator } = this.minus(other);
    return numerator < 0n ? -1 : Number(numerator > 0n);
  }

  equals(other: Fraction): boolean {
    return this.compare(other) === 0;
  }

  /** To so many digits after the point, half away from zero. */
  rounded(digits: number): Fraction {
    const scale = 10n ** BigInt(digits);
    const size = this.numerator < 0n ? -this.numerator : this.numerator;
    const units = (2n * size * scale + this.denominator) / (2n * this.denominator);
    return new Fraction(this.numerator < 0n ? -units : units, scale);
  }

  /** As decimal text with at least so many digits after the point, and more only where the value needs them. */
  text(digits: number): string {
    let scale = digits;
    while ((this.numerator * 10n ** BigInt(scale)) % this.denominator !== 0n) {
      if (scale - digits > 100) throw new Error('no decimal number');
      scale += 1;
    }
    const units = (this.numerator * 10n ** BigInt(scale)) / this.denominator;
    const size = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
    const point = size.length - scale;
    return `${units < 0n ? '-' : ''}${size.slice(0, point)}${scale > 0 ? `.${size.slice(point)}` : ''}`;
  }
}

function commonDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one < 0n ? -one : one, other < 0n ? -other : other];
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
