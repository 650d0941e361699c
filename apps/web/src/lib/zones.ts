/** The name of the device's own time zone. */
export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether clocks in two time zones show the same, whatever their names. */
export function isSameClock(one: string, other: string, now: Date): boolean {
  const show = (timeZone: string) =>
    new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  return show(one) === show(other);
}
