import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plus } from '../forecasts.ts';
import { Fraction } from './earned.ts';
import { type Inputs, inputs, rate, shift, walks } from './inputs.ts';
import { Settlements } from './settlements.ts';
import { expectAgreement, issued, statementOf, take } from './statement.ts';

/** The sequence of settlements, by example and in random walks. */
export function testSettlements(): void {
  describe('settlements', () => {
    const today = '2023-12-31';
    const january = [shift('2023-01-10'), shift('2023-01-11')];
    const start = (more: Partial<Inputs> = {}) =>
      new Settlements(inputs({ rates: [rate({ from: '2023-01-05' })], logs: january, ...more }));
    const change = (model: Settlements, more: Partial<Inputs>) => {
      model.inputs = { ...model.inputs, ...more };
    };

    it('begin at the first log, entry or month rate and go on the day after the last', () => {
      const from = (more: Partial<Inputs>) => issued(start(more).settle({ to: '2023-01-31', today })).from;
      const month = rate({ from: '2023-01-02', basis: 'month' });
      expect(from({})).toBe('2023-01-10');
      expect(from({ entries: [{ date: '2023-01-03', kind: 'bonus', amount: '1' }] })).toBe('2023-01-03');
      expect(from({ rates: [month] })).toBe('2023-01-02');
      expect(from({ logs: [] })).toBe('2023-01-31');
      expect(from({ logs: [shift('2023-02-01')] })).toBe('2023-01-31');
      const model = start();
      model.settle({ to: '2023-01-31', today });
      expect(model.settle({ to: '2023-02-01', today })).toMatchObject({ number: 2, from: '2023-02-01' });
    });

    it('own their payout, whatever its date', () => {
      const model = start();
      const first = issued(
        model.settle({ to: '2023-01-31', payout: '900', payoutDate: '2023-01-10', today }),
      );
      expect(first).toMatchObject({ opening: '0.00', earned: '960.00', paid: '900.00', payout: '900.00' });
      expect(first).toMatchObject({ balance: '60.00', corrections: [], totals: { payouts: '900.00' } });
      expect(first.lines.map(({ paid, balance }) => [paid, balance])).toEqual([
        ['0.00', '480.00'],
        ['0.00', '960.00'],
      ]);
      const second = issued(
        model.settle({ to: '2023-02-28', payout: '60', payoutDate: '2023-03-05', today }),
      );
      expect(second).toMatchObject({
        opening: '60.00',
        paid: '60.00',
        balance: '0.00',
        corrections: [],
        lines: [],
      });
      const third = issued(model.settle({ to: '2023-03-31', today }));
      expect(third).toMatchObject({
        opening: '0.00',
        paid: '0.00',
        payout: '0.00',
        balance: '0.00',
        lines: [],
      });
      expect(model.inputs.entries.map((entry) => [entry.date, model.isOwned(entry)])).toEqual([
        ['2023-01-10', true],
        ['2023-03-05', true],
      ]);
      const statement = statementOf(model.inputs, '2023-01-01', '2023-01-31');
      expect(statement.totals).toMatchObject({ paid: '900.00', balance: '60.00' });
    });

    it('show what changed in a settled period as corrections, each once', () => {
      const model = start();
      model.settle({ to: '2023-01-31', today });
      change(model, {
        logs: [
          shift('2023-01-10', '08:00', '15:00', { payment: '5' }),
          shift('2023-01-11'),
          shift('2023-01-02'),
        ],
        rates: [rate({})],
        entries: [{ date: '2023-01-20', kind: 'deduction', amount: '3' }],
      });
      const second = issued(model.settle({ to: '2023-02-28', today }));
      expect(second.corrections).toEqual([
        { date: '2023-01-02', field: 'earned', before: '0.00', after: '480.00' },
        { date: '2023-01-10', field: 'earned', before: '480.00', after: '420.00' },
        { date: '2023-01-10', field: 'payments', before: '0.00', after: '5.00' },
        { date: '2023-01-20', field: 'deductions', before: '0.00', after: '3.00' },
      ]);
      expect(second).toMatchObject({ opening: '960.00', earned: '420.00', paid: '5.00', balance: '1372.00' });
      expect(second.totals).toMatchObject({ earned: '420.00', deductions: '3.00' });
      expect(second.lines).toEqual([]);
      change(model, { logs: january });
      const third = issued(model.settle({ to: '2023-03-31', today }));
      expect(third.corrections).toEqual([
        { date: '2023-01-02', field: 'earned', before: '480.00', after: '0.00' },
        { date: '2023-01-10', field: 'earned', before: '420.00', after: '480.00' },
        { date: '2023-01-10', field: 'payments', before: '5.00', after: '0.00' },
      ]);
      expect(issued(model.settle({ to: '2023-04-30', today })).corrections).toEqual([]);
    });

    it('are corrected against what is not void', () => {
      const model = start();
      model.settle({ to: '2023-01-31', today });
      change(model, { logs: [shift('2023-01-10')] });
      model.settle({ to: '2023-02-28', today });
      model.void(2);
      change(model, { logs: [] });
      const { corrections } = issued(model.settle({ to: '2023-02-28', today }));
      expect(corrections.map(({ date, before, after }) => [date, before, after])).toEqual([
        ['2023-01-10', '480.00', '0.00'],
        ['2023-01-11', '480.00', '0.00'],
      ]);
    });

    it('are void with their payout, and replaced', () => {
      const model = start();
      model.settle({ to: '2023-01-31', payout: '900', today });
      expect(model.void(1)).toMatchObject({ number: 1, status: 'void', balance: '60.00' });
      expect(model.inputs.entries).toEqual([]);
      const again = issued(model.settle({ to: '2023-01-31', payout: '950', today }));
      expect(again).toMatchObject({ number: 2, from: '2023-01-10', replaces: 1, opening: '0.00' });
      expect(again).toMatchObject({ paid: '950.00', payout: '950.00', balance: '10.00' });
      expect(model.settle({ to: '2023-02-28', today })).toMatchObject({ number: 3, replaces: null });
    });

    it('leave a payout that is kept among the entries until it is owned again', () => {
      const model = start();
      model.settle({ to: '2023-01-31', payout: '900', today });
      model.void(1, { keepPayout: true });
      const [kept] = model.inputs.entries;
      expect(kept && model.isOwned(kept)).toBe(false);
      expect(statementOf(model.inputs, '2023-01-31', '2023-01-31').lines[0]?.paid).toBe('900.00');
      const again = issued(model.settle({ to: '2023-01-31', payout: '10', payoutDate: '2023-02-03', today }));
      expect(again).toMatchObject({ replaces: 1, paid: '910.00', payout: '910.00', balance: '50.00' });
      expect(again.lines.map(({ date, paid }) => [date, paid])).toEqual([
        ['2023-01-10', '0.00'],
        ['2023-01-11', '0.00'],
      ]);
      expect(model.inputs.entries.every((entry) => model.isOwned(entry))).toBe(true);
      model.void(2);
      expect(model.inputs.entries).toEqual([]);
    });

    it('replace the one voided last, and own its kept payout alone', () => {
      const model = start();
      model.settle({ to: '2023-01-31', payout: '100', today });
      model.settle({ to: '2023-02-28', payout: '200', today });
      expect(model.void(1)).toBe('SETTLEMENT_STATE');
      model.void(2, { keepPayout: true });
      expect(model.void(2)).toBe('SETTLEMENT_STATE');
      model.void(1, { keepPayout: true });
      const next = issued(model.settle({ to: '2023-02-28', today }));
      expect(next).toMatchObject({ number: 3, replaces: 1, payout: '100.00', paid: '300.00' });
      expect(next.lines.at(-1)).toMatchObject({ date: '2023-02-28', paid: '200.00' });
      expect(model.inputs.entries.map((entry) => model.isOwned(entry))).toEqual([true, false]);
    });

    it('are refused twice, ahead of today, with no payout that could be an entry, or in another state', () => {
      const model = start();
      expect(model.settle({ to: '2023-01-31', today: '2023-01-30' })).toBe('VALIDATION');
      for (const payout of ['0', '-1', '1.005'])
        expect(model.settle({ to: '2023-01-31', payout, today }), payout).toBe('VALIDATION');
      expect(model.list).toEqual([]);
      model.settle({ to: '2023-01-31', today: '2023-01-31' });
      for (const to of ['2023-01-31', '2023-01-10'])
        expect(model.settle({ to, today }), to).toBe('ALREADY_SETTLED');
      expect(model.acknowledge(1)).toMatchObject({ status: 'acknowledged' });
      expect(model.acknowledge(1)).toBe('SETTLEMENT_STATE');
      expect([model.acknowledge(2), model.void(2)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
      expect(model.void(1)).toMatchObject({ status: 'void' });
    });

    it('come to the balance of all that stands up to then, whatever changed between', () => {
      fc.assert(
        fc.property(walks, ({ first, inputs: drawn, steps }) => {
          const model = new Settlements(drawn);
          for (const step of steps) {
            take(model, step, first);
            const last = model.list.at(-1);
            if (step.kind !== 'settle' || !last) continue;
            expectAgreement(last);
            const owned = model.inputs.entries.filter((entry) => model.isOwned(entry));
            const others = model.inputs.entries.filter((entry) => !model.isOwned(entry));
            const { totals } = statementOf({ ...model.inputs, entries: others }, '1900-01-01', last.to);
            const payouts = Fraction.sum(owned.map(({ amount }) => Fraction.of(amount)));
            expect(Fraction.of(last.balance).plus(payouts).equals(Fraction.of(totals.balance))).toBe(true);
          }
          const inForce = model.list.filter(({ status }) => status !== 'void');
          for (const [i, one] of inForce.entries()) {
            expect(one.opening).toBe(inForce[i - 1]?.balance ?? Fraction.zero.text(drawn.digits));
            if (i > 0) expect(one.from).toBe(plus(inForce[i - 1]?.to ?? '', 1));
          }
        }),
        { numRuns: runs(300) },
      );
    });
  });
}
