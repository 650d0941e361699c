import type { Deprecation, Meta } from '@daybook/api';

/** The beginning of a day in UTC. @throws Error for what is no day */
function startOf(day: string): Date {
  const start = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day))
    throw new Error(`${day} is no day of an operation's deprecation`);
  return start;
}

const headersOf = ({ since, sunset }: Deprecation) => ({
  ...(since !== undefined && { deprecation: `@${startOf(since).getTime() / 1000}` }),
  sunset: startOf(sunset).toUTCString(),
});

/**
 * `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of an answer; of several calls in one those of the one that goes first.
 * @throws Error for a deprecation without a day
 */
export function deprecationHeaders(metas: readonly Pick<Meta, 'deprecated'>[]): Record<string, string> {
  const [first] = metas
    .flatMap(({ deprecated }) => deprecated ?? [])
    .toSorted((a, b) => a.sunset.localeCompare(b.sunset));
  return first ? headersOf(first) : {};
}
