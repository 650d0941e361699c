/** How long to wait; never less than it is. */
export const waitOf = (seconds: number) =>
  seconds < 60
    ? ({ unit: 'seconds', count: Math.ceil(seconds) } as const)
    : ({ unit: 'minutes', count: Math.ceil(seconds / 60) } as const);
