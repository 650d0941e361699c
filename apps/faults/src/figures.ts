import { connection } from './cluster.ts';
import type { Sample } from './load.ts';
import type { RigContext } from './rig.ts';

/** The value that this share of all values does not exceed; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const p99 = (samples: readonly { readonly ms: number }[]): number =>
  percentile(
    samples.map(({ ms }) => ms),
    0.99,
  );

export const slowest = (samples: readonly { readonly ms: number }[]): number =>
  samples.reduce((most, { ms }) => Math.max(most, ms), 0);

export const ms = (value: number | undefined): string =>
  value === undefined
    ? 'never'
    : value >= 1000
      ? `${(value / 1000).toFixed(1)} s`
      : `${Math.round(value)} ms`;

/** `200: 1324, 503: 12` */
export function statuses(samples: readonly Pick<Sample, 'status' | 'failure'>[]): string {
  const counts = new Map<string, number>();
  for (const { status, failure } of samples) {
    const name = failure ?? String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name}: ${count}`).join(', ') || 'nothing';
}

/** Those that were sent within this time (performance.now()). */
export const between = <S extends { readonly at: number }>(
  samples: readonly S[],
  from: number,
  to = Infinity,
) => samples.filter(({ at }) => at >= from && at < to);

/** When the service cuts what is still open, counted from SIGTERM (`http/connections.ts`). */
const closeTimeoutMs = 9000;

/**
 * What the service accepted around a SIGTERM. A new connection that the kernel had not handed over when the service
 * stopped listening was never accepted, however long it had waited: Node accepts one in each turn of its event loop. What
 * was cut off at the end is HUNG: it is late, as the exit is.
 */
export function acceptedRequests(samples: readonly Sample[], signalled: number): Sample[] {
  return samples.flatMap((sample) => {
    const { failure, reused, at, ms } = sample;
    if (failure === 'ECONNREFUSED') return [];
    if (failure !== 'ECONNRESET') return [sample];
    if (at + ms > signalled + closeTimeoutMs) return [{ ...sample, failure: 'HUNG' }];
    return reused ? [sample] : [];
  });
}

/** Each is answered with 200 or 503. That less than half of the answers do not come in time is a check of time. */
export function checkAnswered(context: RigContext, promise: string, samples: readonly Sample[]): void {
  const others = samples.filter(({ status }) => status !== 200 && status !== 503);
  const late = others.filter(({ failure }) => failure === 'HUNG');
  const kept = others.length === late.length && late.length * 2 < samples.length;
  context.check(promise, statuses(samples), kept);
  if (late.length > 0) context.checkTime(`${promise} in time`, `${late.length} not`, false);
}

/** What has to hold of every answer, whatever breaks: 200, or 503 with Retry-After, and none hangs. */
export function checkAnswers(context: RigContext, samples: readonly Sample[], slowestAllowed: number): void {
  checkAnswered(context, 'every request is answered with 200 or 503', samples);
  const withoutRetryAfter = samples.filter(({ status, retryAfter }) => status === 503 && !retryAfter);
  context.check(
    'every 503 has Retry-After',
    `${withoutRetryAfter.length} without`,
    withoutRetryAfter.length === 0,
  );
  const most = slowest(samples);
  context.checkTime(
    `the slowest answer takes ${ms(slowestAllowed)} at the most`,
    ms(most),
    most <= slowestAllowed,
  );
}

interface Stored {
  readonly description: string;
  readonly records: number;
  readonly journal: number;
}

/** Compares the database, without what was deleted, with what was acknowledged: each record exists exactly once, with its row in the journal. */
export async function checkRecords(
  context: RigContext,
  databaseUrl: string,
  acknowledged: readonly string[],
) {
  const sql = connection(databaseUrl);
  try {
    checkStored(
      context,
      await sql<Stored[]>`
        select description, count(distinct b.id)::int as records, count(j.*)::int as journal
        from bills b left join journal j on j.record_id = b.id
        where b.deleted_at is null group by description`,
      acknowledged,
    );
  } finally {
    await sql.end();
  }
}

export function checkStored(
  context: RigContext,
  rows: readonly Stored[],
  acknowledged: readonly string[],
): void {
  const stored = new Map(rows.map((row) => [row.description, row]));
  const lost = acknowledged.filter((tag) => !stored.has(tag)).length;
  const twice = rows.filter(({ records }) => records > 1).length;
  const unjournaled = rows.filter(({ records, journal }) => records !== journal).length;
  context.check(
    'what was acknowledged is stored exactly once, with its journal row',
    `${acknowledged.length} acknowledged, ${lost} lost, ${twice} twice, ${unjournaled} without journal`,
    acknowledged.length > 0 && lost + twice + unjournaled === 0,
  );
}
