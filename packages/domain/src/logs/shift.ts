const minutesIn = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Minutes from one `HH:MM` to the next time that it is the other, 0 to 1439. */
export const shiftMinutes = (start: string, finish: string): number =>
  (minutesIn(finish) - minutesIn(start) + 1440) % 1440;
