import { expect, it } from 'vitest';
import type { Rate } from '../../../entities/pay/pay.ts';
import { pathOf, rateHistoriesOf, rateOn } from './rates.ts';

const rate = (from: string, basis: Rate['basis'], amount: string) =>
  ({ _id: from, from, basis, amount }) as Rate;
const today = '2026-04-11';

it('rates of one basis are steps of one line, the highest at the top', () => {
  // 100 days until today.
  const [track, ...others] = rateHistoriesOf(
    [rate('2026-02-20', 'hour', '50'), rate('2026-01-01', 'hour', '25')],
    today,
  );
  expect(others).toEqual([]);
  expect(track?.basis).toBe('hour');
  expect(track?.steps).toEqual([
    { from: 0, to: 0.5, height: 0.5 },
    { from: 0.5, to: 1, height: 1 },
  ]);
  expect(pathOf(track?.steps ?? [])).toBe('M0 50L50 50L50 0L100 0');
});

it('each basis has a line of its own, with gaps where another holds', () => {
  const rates = [
    rate('2026-01-01', 'hour', '40'),
    rate('2026-01-21', 'month', '3000'),
    rate('2026-02-10', 'none', '0'),
    rate('2026-03-02', 'hour', '20'),
  ];
  const tracks = rateHistoriesOf(rates, today);
  expect(tracks.map(({ basis, rates: own }) => [basis, own.length])).toEqual([
    ['hour', 2],
    ['month', 1],
  ]);
  expect(pathOf(tracks[0]?.steps ?? [])).toBe('M0 0L20 0M60 50L100 50');
  expect(pathOf(tracks[1]?.steps ?? [])).toBe('M20 0L40 0');
});

it('a rate that has only just begun, or is still to begin, has room too', () => {
  const [track] = rateHistoriesOf([rate('2026-04-01', 'day', '100'), rate('2026-05-01', 'day', '0')], today);
  expect(track?.steps).toEqual([
    { from: 0, to: 0.5, height: 1 },
    { from: 0.5, to: 1, height: 0 },
  ]);
  expect(rateHistoriesOf([], today)).toEqual([]);
});

it('a rate holds until the next one’s first day', () => {
  const rates = [rate('2026-02-20', 'hour', '50'), rate('2026-01-01', 'hour', '25')];
  expect(['2025-12-31', '2026-02-19', '2026-02-20'].map((day) => rateOn(rates, day)?.amount)).toEqual([
    undefined,
    '25',
    '50',
  ]);
});
