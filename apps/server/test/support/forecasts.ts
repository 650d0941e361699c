/** What a forecast is made of; days are YYYY-MM-DD, amounts decimal text of at most 4 digits after the point. */
export interface Books {
  readonly today: string;
  readonly to: string;
  /** Days of the week, 0 is Sunday. */
  readonly weekend: readonly number[];
  readonly readings: readonly { readonly date: string; readonly balance: string }[];
  readonly cheques: readonly {
    readonly dueDate: string;
    readonly value: string;
    readonly status: string;
    readonly statusDate: string | null;
  }[];
}

export const plus = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** In ten-thousandths. */
export function exact(amount: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)([0-9]+)(?:\.([0-9]{1,4}))?$/.exec(amount) ?? [];
  const value = BigInt(whole + fraction.padEnd(4, '0'));
  return sign === '-' ? -value : value;
}

const weekday = (day: string) => new Date(day).getUTCDay();

const businessDay = (day: string, weekend: readonly number[]): string =>
  weekend.includes(weekday(day)) ? businessDay(plus(day, 1), weekend) : day;

/** docs/rules.md, section 13, once more, without SQL: amounts in ten-thousandths. */
export function forecastOf({ today, to, weekend, readings, cheques }: Books) {
  const reading = readings
    .filter(({ date }) => date <= today)
    .toSorted((one, other) => other.date.localeCompare(one.date))[0];
  let balance = reading ? exact(reading.balance) : 0n;
  for (const { status, statusDate, value } of cheques)
    if (reading && status === 'cleared' && statusDate !== null && statusDate > reading.date)
      balance -= exact(value);
  const opening = balance;
  const days: { date: string; out: bigint; balance: bigint }[] = [];
  for (let date = today; date <= to; date = plus(date, 1)) {
    const paid = cheques.filter(
      ({ status, dueDate }) =>
        ['issued', 'presented', 'bounced'].includes(status) &&
        businessDay(dueDate > today ? dueDate : today, weekend) === date,
    );
    const out = paid.reduce((sum, { value }) => sum + exact(value), 0n);
    balance -= out;
    days.push({ date, out, balance });
  }
  const short = days.find((day) => day.balance < 0n);
  return { opening, days, shortfall: short ? { date: short.date, amount: -short.balance } : null };
}
