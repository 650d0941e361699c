import { toClock } from '../../lib/text.ts';

/** A value and its name in the person's language. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

const withPresent = (values: readonly string[], present: string | undefined) =>
  present === undefined || values.includes(present) ? values : [present, ...values];

/** 1 (Monday) to 7 (Sunday) */
export function weekdayChoices(locale: string): Choice[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC', calendar: 'gregory' });
  // The first of January 2024 was a Monday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    value: String(day),
    label: format.format(Date.UTC(2024, 0, day)),
  }));
}

/** `Africa/Cairo (GMT+3)`; the names of the zones are the same in every language. */
export function zoneLabel(zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(
    now,
  );
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${zone.replaceAll('_', ' ')} (${offset})`;
}

/** The zones apart from the device's own. */
export function otherZones(own: string, present: string | undefined): string[] {
  const all = withPresent(['UTC', ...Intl.supportedValuesOf('timeZone')], present);
  return [...new Set(all)].filter((zone) => zone !== own);
}

/** `Israeli New Shekel (ILS)` */
export const currencyLabel = (code: string, locale: string): string =>
  `${new Intl.DisplayNames(locale, { type: 'currency' }).of(code) ?? code} (${code})`;

/** Every currency, by its name in the person's language. */
export function currencyChoices(locale: string): Choice[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const { compare } = new Intl.Collator(locale);
  return Intl.supportedValuesOf('currency')
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .sort((one, other) => compare(one.label, other.label));
}

/** Hours and minutes as people type a time of day, `8`, `7:30`, up to 24:00; else not a number. */
export function toMinutes(typed: string): number {
  const [, hours, minutes] = /^(\d{2}):([0-5]\d)$/.exec(toClock(typed)) ?? [];
  return hours === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes);
}

// The first that fits: most browsers also name those they descend from.
const browsers = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPX|OPiOS|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|\bundici\b/, 'Node.js'],
] as const;

const systems = [
  [/\b(iPhone|iPod)\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const;

const firstOf = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([expression]) => expression.test(userAgent))?.[1];

export interface Device {
  readonly browser: string | undefined;
  readonly system: string | undefined;
  /** Held in a hand. */
  readonly mobile: boolean;
}

/** What a User-Agent header says of the device, as far as a person cares. */
export const deviceOf = (userAgent: string): Device => ({
  browser: firstOf(browsers, userAgent),
  system: firstOf(systems, userAgent),
  mobile: /\b(Mobile|Android|iPhone|iPad|iPod)\b/.test(userAgent),
});
