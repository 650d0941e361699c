import { isNegative, negate, sum } from '../../lib/amounts.ts';
import { businessDay } from '../../lib/business.ts';
import { addDays, type DayText } from '../../lib/dates.ts';
import type { Forecast, ForecastDay } from './forecast.ts';

/** An open cheque, or a due bill that no open cheque pays. */
export interface Movable {
  readonly id: string;
  readonly kind: 'cheques' | 'bills';
  readonly dueDate: DayText;
  readonly value: string;
}

/** By identifier, by how many weeks something is moved. */
export type Moves = ReadonlyMap<string, number>;

/** The day on which something is paid: what is past due, today; on a weekend the next business day. */
export function paidOn(
  { dueDate }: Pick<Movable, 'dueDate'>,
  today: DayText,
  weekend: readonly number[],
  weeks = 0,
): DayText {
  return businessDay(addDays(dueDate > today ? dueDate : today, 7 * weeks), weekend);
}

export const shortfallOf = (days: readonly ForecastDay[]): Forecast['shortfall'] => {
  const short = days.find(({ balance }) => isNegative(balance));
  return short ? { date: short.date, amount: negate(short.balance) } : null;
};

interface Change {
  readonly out: string[];
  readonly in: string[];
  cheques: number;
  bills: number;
}

/** A forecast as it would be if some of what is to be paid were paid so many weeks later. */
export function withMoved(
  forecast: Forecast,
  items: readonly Movable[],
  moves: Moves,
  weekend: readonly number[],
): Forecast {
  const changes = new Map<DayText, Change>();
  const add = (day: DayText, { kind, value }: Movable, sign: 1 | -1) => {
    const change = changes.get(day) ?? { out: [], in: [], cheques: 0, bills: 0 };
    const signed = sign === 1 ? value : negate(value);
    if (isNegative(value)) change.in.push(negate(signed));
    else change.out.push(signed);
    change[kind] += sign;
    changes.set(day, change);
  };
  for (const item of items) {
    const weeks = moves.get(item.id) ?? 0;
    if (weeks === 0) continue;
    add(paidOn(item, forecast.from, weekend), item, -1);
    add(paidOn(item, forecast.from, weekend, weeks), item, 1);
  }
  if (changes.size === 0) return forecast;
  let shift = '0';
  const days = forecast.days.map((day) => {
    const change = changes.get(day.date);
    if (change) shift = sum([shift, ...change.in, ...change.out.map(negate)]);
    return {
      ...day,
      balance: sum([day.balance, shift]),
      ...(change && {
        out: sum([day.out, ...change.out]),
        in: sum([day.in, ...change.in]),
        cheques: day.cheques + change.cheques,
        bills: day.bills + change.bills,
      }),
    };
  });
  return { ...forecast, days, shortfall: shortfallOf(days) };
}

/** Of several accounts, over the same days, all of them as one. */
export function together(forecasts: readonly [Forecast, ...Forecast[]]): Omit<Forecast, 'account'> {
  const [{ from, to, days: first }] = forecasts;
  const days = first.map(({ date }, n) => {
    const parts = forecasts.flatMap((one) => one.days[n] ?? []);
    return {
      date,
      out: sum(parts.map(({ out }) => out)),
      in: sum(parts.map((part) => part.in)),
      balance: sum(parts.map(({ balance }) => balance)),
      cheques: parts.reduce((count, { cheques }) => count + cheques, 0),
      bills: parts.reduce((count, { bills }) => count + bills, 0),
    };
  });
  return {
    from,
    to,
    opening: sum(forecasts.map(({ opening }) => opening)),
    days,
    shortfall: shortfallOf(days),
  };
}
