import { plus } from '../forecasts.ts';
import { Fraction } from './earned.ts';
import type { Entry, Inputs } from './inputs.ts';
import {
  balanceOf,
  type Day,
  daysOf,
  type Field,
  fields,
  type Line,
  linesOf,
  paidOf,
  type Sums,
  sumsOf,
  sumsOfDays,
  type Totals,
  totalsOf,
} from './statement.ts';

interface Correction {
  readonly date: string;
  readonly field: Field;
  readonly before: string;
  readonly after: string;
}

export interface Settlement {
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly status: 'issued' | 'acknowledged' | 'void';
  readonly opening: string;
  readonly earned: string;
  readonly paid: string;
  /** 0 without one. */
  readonly payout: string;
  readonly balance: string;
  /** By date, then in the order of `fields`. */
  readonly corrections: readonly Correction[];
  /** A number. */
  readonly replaces: number | null;
  readonly lines: readonly Line[];
  readonly totals: Totals;
}

/** What a settlement holds fast: of each date and field, and in sum without its own payout. */
interface Frozen {
  readonly values: ReadonlyMap<string, Fraction>;
  readonly sums: Sums;
}

interface Request {
  readonly to: string;
  readonly payout?: string | undefined;
  readonly payoutDate?: string | undefined;
  readonly today: string;
}

const keyOf = (date: string, field: Field) => `${date} ${field}`;

/** docs/rules.md, section 14: the settlements of one worker, while `inputs` may change between them. */
export class Settlements {
  /** Payouts of settlements among the entries; `isOwned` tells which of them may not be changed. */
  inputs: Inputs;
  private all: readonly Settlement[] = [];
  private readonly frozen = new Map<number, Frozen>();
  private voidedSinceIssue: number | null = null;

  constructor(inputs: Inputs) {
    this.inputs = inputs;
  }

  /** Void ones too, in the order of their numbers. */
  get list(): readonly Settlement[] {
    return this.all;
  }

  isOwned({ settlement }: Entry): boolean {
    return this.inForce.some(({ number }) => number === settlement);
  }

  settle({ to, payout, payoutDate, today }: Request): Settlement | 'ALREADY_SETTLED' | 'VALIDATION' {
    const last = this.inForce.at(-1);
    if (to > today || (payout !== undefined && !this.isPayout(payout))) return 'VALIDATION';
    if (last && to <= last.to) return 'ALREADY_SETTLED';
    const from = last ? plus(last.to, 1) : this.firstDay(to);
    const number = this.all.length + 1;
    const replaces = this.voidedSinceIssue;
    this.own(number, replaces, payout === undefined ? [] : [{ date: payoutDate ?? to, amount: payout }]);
    const issued = this.issue({ number, from, to, replaces });
    this.voidedSinceIssue = null;
    return issued;
  }

  acknowledge(number: number): Settlement | 'NOT_FOUND' | 'SETTLEMENT_STATE' {
    const found = this.all[number - 1];
    if (!found) return 'NOT_FOUND';
    return found.status === 'issued' ? this.become(found, 'acknowledged') : 'SETTLEMENT_STATE';
  }

  void(number: number, { keepPayout = false } = {}): Settlement | 'NOT_FOUND' | 'SETTLEMENT_STATE' {
    const found = this.all[number - 1];
    if (!found) return 'NOT_FOUND';
    if (this.inForce.at(-1) !== found) return 'SETTLEMENT_STATE';
    // Ambiguous: "it goes" is everything the settlement owned, also what it took over from the one it replaced.
    if (!keepPayout)
      this.inputs = {
        ...this.inputs,
        entries: this.inputs.entries.filter(({ settlement }) => settlement !== number),
      };
    this.voidedSinceIssue = number;
    return this.become(found, 'void');
  }

  private get inForce(): Settlement[] {
    return this.all.filter(({ status }) => status !== 'void');
  }

  private become(found: Settlement, status: Settlement['status']): Settlement {
    const changed = { ...found, status };
    this.all = this.all.with(found.number - 1, changed);
    return changed;
  }

  /** Ambiguous: a payout is taken as the entry it becomes: positive, with no more digits than the currency. */
  private isPayout(payout: string): boolean {
    const { length } = payout.split('.')[1] ?? '';
    return length <= this.inputs.digits && Fraction.of(payout).compare(Fraction.zero) > 0;
  }

  /** Ambiguous: a kept payout is an ordinary entry until now and counts here; the payout asked for does not yet. */
  private firstDay(to: string): string {
    const { logs, entries, rates } = this.inputs;
    const dates = [...logs, ...entries].map(({ date }) => date);
    const months = rates.filter(({ basis }) => basis === 'month').map(({ from }) => from);
    return [...dates, ...months, to].toSorted()[0] ?? to;
  }

  /**
   * The payout asked for, and what was kept of the settlement replaced.
   * Ambiguous: both are one sum in `payout`, and what was kept of another void settlement stays ordinary.
   */
  private own(number: number, replaces: number | null, payouts: readonly { date: string; amount: string }[]) {
    const entries = this.inputs.entries.map((entry) =>
      replaces !== null && entry.settlement === replaces ? { ...entry, settlement: number } : entry,
    );
    const made = payouts.map((payout) => ({ ...payout, kind: 'payout' as const, settlement: number }));
    this.inputs = { ...this.inputs, entries: [...entries, ...made] };
  }

  private issue(head: Pick<Settlement, 'number' | 'from' | 'to' | 'replaces'>): Settlement {
    const { inputs, inForce: earlier } = this;
    const { digits } = inputs;
    const owned = inputs.entries.filter(({ settlement }) => settlement === head.number);
    const payout = Fraction.sum(owned.map(({ amount }) => Fraction.of(amount)));
    const ordinary = inputs.entries.filter((entry) => !this.isOwned(entry) && !owned.includes(entry));
    const days = daysOf({ ...inputs, entries: ordinary }, head.to);
    const period = days.filter(({ date }) => date >= head.from);
    const corrected = this.correctedBefore(head.from, days);

    const now = sumsOfDays(days);
    const before = earlier.map(({ number }) => this.frozenBy(number).sums);
    const sums = sumsOf((field) => now[field].minus(Fraction.sum(before.map((one) => one[field]))));
    const withPayout = { ...sums, payouts: sums.payouts.plus(payout) };
    const opening = Fraction.of(earlier.at(-1)?.balance ?? '0');
    const balance = opening.plus(balanceOf(withPayout));

    const settled = period.flatMap(({ date, sums: of }) =>
      fields.map((field) => [keyOf(date, field), of[field]] as const),
    );
    const after = corrected.map(({ date, field, after }) => [keyOf(date, field), after] as const);
    this.frozen.set(head.number, { values: new Map([...settled, ...after]), sums });

    const issued: Settlement = {
      ...head,
      status: 'issued',
      opening: opening.text(digits),
      earned: sums.earned.text(digits),
      paid: paidOf(withPayout).text(digits),
      payout: payout.text(digits),
      balance: balance.text(digits),
      corrections: corrected.map((one) => ({
        ...one,
        before: one.before.text(digits),
        after: one.after.text(digits),
      })),
      // Ambiguous: the running balance begins at the opening and, as the lines, leaves out corrections and payout.
      lines: linesOf(period, opening, digits),
      totals: totalsOf(withPayout, balance, digits),
    };
    this.all = [...this.all, issued];
    return issued;
  }

  /** Where a date before `from` no longer has what was frozen of it. */
  private correctedBefore(from: string, days: readonly Day[]) {
    const earlier = this.inForce.map(({ number }) => this.frozenBy(number).values).toReversed();
    const current = new Map(days.map(({ date, sums }) => [date, sums]));
    const known = earlier.flatMap((values) => [...values.keys()].map((key) => key.slice(0, 10)));
    const dates = [...new Set([...known, ...current.keys()])].filter((date) => date < from).toSorted();
    return dates
      .flatMap((date) =>
        fields.map((field) => {
          const newest = earlier.find((values) => values.has(keyOf(date, field)));
          const before = newest?.get(keyOf(date, field)) ?? Fraction.zero;
          return { date, field, before, after: current.get(date)?.[field] ?? Fraction.zero };
        }),
      )
      .filter(({ before, after }) => !before.equals(after));
  }

  private frozenBy(number: number): Frozen {
    const found = this.frozen.get(number);
    if (!found) throw new Error(`no settlement ${number}`);
    return found;
  }
}
