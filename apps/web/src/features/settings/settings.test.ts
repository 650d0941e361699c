import { describe, expect, it } from 'vitest';
import { waitOf } from '../../lib/errors.ts';
import { strongPassword } from '../../ui/passwords.tsx';
import { currencyChoices, deviceOf, otherZones, toMinutes, weekdayChoices, zoneLabel } from './choices.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a device', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36`,
      'Chrome',
      'Windows',
      false,
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`,
      'Edge',
      'Windows',
      false,
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0 Safari/537.36`,
      'Chrome',
      'ChromeOS',
      false,
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/140.0 Mobile Safari/537.36`,
      'Chrome',
      'Android',
      true,
    ],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
      true,
    ],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
      'Safari',
      'macOS',
      false,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
      'Safari',
      'iOS',
      true,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1`,
      'Chrome',
      'iOS',
      true,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux', false],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0 Safari/537.36 OPR/122.0`,
      'Opera',
      'Windows',
      false,
    ],
    ['curl/8.5.0', 'curl', undefined, false],
    ['', undefined, undefined, false],
  ])('is known by %j', (userAgent, browser, system, mobile) => {
    expect(deviceOf(userAgent)).toEqual({ browser, system, mobile });
  });
});

describe('what can be chosen', () => {
  it('begins the week on Monday, as the service counts', () => {
    expect(weekdayChoices('en').map(({ value, label }) => value + label[0])).toEqual([
      '1M',
      '2T',
      '3W',
      '4T',
      '5F',
      '6S',
      '7S',
    ]);
  });

  it('has each time zone once, the own one apart', () => {
    const zones = otherZones('Africa/Cairo', 'Etc/GMT+5');
    expect(new Set(zones).size).toBe(zones.length);
    expect(zones).toEqual(expect.arrayContaining(['UTC', 'Etc/GMT+5', 'Europe/Berlin']));
    expect(zones).not.toContain('Africa/Cairo');
    expect(zoneLabel('Africa/Porto-Novo', new Date('2026-01-01'))).toBe('Africa/Porto-Novo (GMT+1)');
    expect(zoneLabel('America/New_York', new Date('2026-01-01'))).toBe('America/New York (GMT-5)');
  });
});

it('a currency is found by its name and by its code, each once', () => {
  const choices = currencyChoices('en');
  expect(choices).toContainEqual({ value: 'JOD', label: 'Jordanian Dinar (JOD)' });
  expect(new Set(choices.map(({ label }) => label)).size).toBe(choices.length);
});

it.each([
  ['8', 480],
  ['7:30', 450],
  ['٧:٣٠', 450],
  ['24:00', 1440],
  ['8:75', Number.NaN],
  ['', Number.NaN],
])('%j is %d minutes', (typed, minutes) => expect(toMinutes(typed)).toBe(minutes));

it('a wait is shown rather too long than too short', () => {
  expect(waitOf(1)).toEqual({ unit: 'seconds', count: 1 });
  expect(waitOf(59.2)).toEqual({ unit: 'seconds', count: 60 });
  expect(waitOf(61)).toEqual({ unit: 'minutes', count: 2 });
});

it('a password made by chance is long, legible and never the same', () => {
  const passwords = Array.from({ length: 50 }, strongPassword);
  for (const password of passwords) expect(password).toMatch(/^([a-km-z2-9]{5}-){3}[a-km-z2-9]{5}$/);
  expect(new Set(passwords).size).toBe(50);
});
