/** How long to wait, in words: 45 seconds, 5 minutes. Never less than it is. */
export function waitText(seconds: number, locale: string): string {
  const [value, unit] = seconds < 60 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
