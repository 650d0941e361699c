import type { Database } from '../db/client.ts';
import { sql } from '../db/drizzle.ts';
import { execute } from '../db/statement.ts';
import * as events from '../events/events.repo.ts';
import type { Attempt } from './webhooks.schema.ts';

/** What receivers know a message by, at each attempt and whoever sends it. */
export const messageIdOf = (table: string) => {
  const [id, webhook, position] = ['id', 'webhook_id', 'position'].map((name) =>
    sql.raw(`"${table}"."${name}"`),
  );
  return sql<string>`'msg_' || replace(case when ${position} is null then ${id} else ${webhook} end::text, '-', '')
    || coalesce('_' || ${position}, '')`;
};

/** A request that a process has to make. */
export interface Due {
  readonly id: string;
  readonly webhook: string;
  readonly messageId: string;
  readonly url: string;
  readonly secretNumber: number;
  /** Whether the secret before that one signs too. */
  readonly hasPrevious: boolean;
  /** How often it was tried. */
  readonly tries: number;
  /** Names the lease. */
  readonly leasedUntil: string;
  /** It is none of a change. */
  readonly isTest: boolean;
  /** Undefined where the change is no longer in the journal. */
  readonly body: string | undefined;
}

interface Room {
  readonly most: number;
  readonly each: number;
  /** How many requests the process makes to each webhook just now. */
  readonly busy: Readonly<Record<string, number>>;
  readonly leaseSeconds: number;
}

type Row = Omit<Due, 'body' | 'isTest'> & {
  readonly type: string;
  readonly position: string | null;
  readonly at: string;
};

/** Whether there is anything to look after. */
export async function areNeeded(db: Database): Promise<boolean> {
  const [row] = await execute<{ needed: boolean }>(
    db,
    sql`select exists (select from webhooks where deleted_at is null) as needed`,
  );
  return row?.needed === true;
}

/** Makes deliveries of what is new, and takes those that are due. */
export async function take(db: Database, { most, each, busy, leaseSeconds }: Room): Promise<Due[]> {
  const rows = await execute<Row>(
    db,
    sql`select due.id, due.webhook_id as webhook, url, secret_number as "secretNumber", tries, type, due.position,
      coalesce(previous_secret_until > now(), false) as "hasPrevious", leased_until::text as "leasedUntil",
      to_char(due.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${messageIdOf('due')} as "messageId"
      from take_deliveries(${most}::integer, ${each}::integer, ${JSON.stringify(busy)}::text::jsonb,
        make_interval(secs => ${leaseSeconds})) as due join webhooks on webhooks.id = webhook_id
      order by due_at, due.position`,
  );
  const positions = rows.flatMap(({ position }) => position ?? []).map(Number);
  const found = positions.length > 0 ? await events.at(db, positions) : [];
  const eventAt = new Map(found.map((event) => [event.position, event]));
  return rows.map(({ type, position, at, ...due }) => {
    const data = position === null ? { webhook: due.webhook } : eventAt.get(Number(position));
    const timestamp = data && 'at' in data ? data.at : at;
    return { ...due, isTest: position === null, body: data && JSON.stringify({ type, timestamp, data }) };
  });
}

/**
 * Writes down an attempt, unless another process has the delivery by now.
 * @param delaySeconds until it is tried again, where it was not accepted; undefined: never
 */
export async function recordAttempt(
  db: Database,
  { id, leasedUntil }: Pick<Due, 'id' | 'leasedUntil'>,
  attempt: Attempt,
  delaySeconds?: number,
): Promise<void> {
  await execute(
    db,
    sql`select finish_delivery(${id}::uuid, ${leasedUntil}::timestamptz, ${JSON.stringify(attempt)}::text::jsonb,
      make_interval(secs => ${delaySeconds ?? null}::double precision))`,
  );
}

/** What was not sent after all: whoever is next takes it at once. */
export async function release(
  db: Database,
  { id, leasedUntil }: Pick<Due, 'id' | 'leasedUntil'>,
): Promise<void> {
  await execute(
    db,
    sql`update webhook_deliveries set leased_until = null where id = ${id} and leased_until = ${leasedUntil}::timestamptz`,
  );
}

export interface Figures {
  readonly failing: number;
  /** By the service. */
  readonly disabled: number;
  readonly pending: number;
}

/** For who watches the service. */
export async function figures(db: Database): Promise<Figures> {
  const [row] = await execute<Record<keyof Figures, string>>(
    db,
    sql`select count(*) filter (where active and failing_since is not null) as failing,
      count(*) filter (where disabled_at is not null) as disabled,
      (select count(*) from webhook_deliveries where state = 'pending') as pending
      from webhooks where deleted_at is null`,
  );
  return {
    failing: Number(row?.failing),
    disabled: Number(row?.disabled),
    pending: Number(row?.pending),
  };
}
