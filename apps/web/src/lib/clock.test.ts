import { expect, it, vi } from 'vitest';
import { learnTime, now, onTimeLearned, today } from './dates.ts';

const answered = (at: string) =>
  learnTime(new Response('', { headers: { date: new Date(at).toUTCString() } }));

it('today is the service’s, however wrong the device’s clock is', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-07T10:00:00Z') });
  const hear = vi.fn();
  const forget = onTimeLearned(hear);
  answered('2026-11-05T09:00:00Z');
  expect(today('UTC')).toBe('2026-11-05');
  expect(hear).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(now()).toEqual(new Date('2026-11-05T09:01:00Z'));

  // The way of an answer, and one without a date, change nothing.
  answered('2026-11-05T09:01:20Z');
  learnTime(new Response(''));
  expect(hear).toHaveBeenCalledTimes(1);

  // Somebody has set the clock.
  vi.setSystemTime(Date.parse('2026-11-05T09:02:00Z'));
  answered('2026-11-05T09:01:59Z');
  expect(now()).toEqual(new Date('2026-11-05T09:02:00Z'));
  expect(hear).toHaveBeenCalledTimes(2);
  forget();
  vi.useRealTimers();
});
