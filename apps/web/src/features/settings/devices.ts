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
