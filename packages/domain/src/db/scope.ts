import type { Principal } from '../access.ts';
import type { Database } from './client.ts';
import { sql } from './drizzle.ts';

/** What makes a creation happen once, however often it is asked for: the caller's key for it (Idempotency-Key). */
export interface Idempotency {
  readonly key: string;
  /** Of the input, keyed with a secret: what was sent is not kept. The first one is kept; others are those of the secret before. */
  readonly digests: readonly string[];
  /** Is told where an earlier answer is given again. */
  replayed(): void;
}

/**
 * For whom a repository works, and on which database: the first argument of whatever a caller asks for. What happens
 * before anybody is known, or for the service itself, takes the database alone.
 */
export interface Scope {
  readonly db: Database;
  /** Who asks: the "who" of the journal. */
  readonly actor: Principal;
  /** IANA name of the zone in which the caller means a day. */
  readonly timeZone: string;
  /** IANA name of the business's zone: what may not be after today is judged by it, whatever the caller prefers. */
  readonly businessTimeZone: string;
  /** The versions of the record that the caller has seen (If-Match); undefined: any will do. */
  readonly versions?: readonly number[] | undefined;
  /** Whether a record is created only if there is none yet (If-None-Match: *); what that means is up to its repository. */
  readonly ifNone?: boolean;
  /**
   * The caller's key for a creation, where one was sent.
   * @param input what is to be created, as it was understood
   * @throws VALIDATION for a key that is no key
   */
  readonly idempotency?: (input: object) => Idempotency | undefined;
}

const acts = (actor: unknown, token: unknown) =>
  sql`case when ${token}::text is null or set_config('daybook.token', ${token}, true) is not null then ${actor}::uuid end`;

/**
 * Who changes a record: what a statement sets `changed_by` to, or passes to the function that does. Where it is by a token, the
 * journal reads which one in a setting of the transaction.
 */
export const acting = acts(sql.placeholder('actor'), sql.placeholder('token'));

/** The values for {@link acting}. */
export const actingAs = ({ actor: { id, token } }: Pick<Scope, 'actor'>) => ({
  actor: id,
  token: token ? JSON.stringify(token) : null,
});

/** The same in a statement that is built for one execution. */
export function actingOf(scope: Pick<Scope, 'actor'>) {
  const { actor, token } = actingAs(scope);
  return acts(actor, token);
}

/** The condition that a row is at one of the versions that the caller has seen. */
export const hasVersion = ({ versions }: Pick<Scope, 'versions'>) =>
  versions ? sql`version = any(${`{${versions.join(',')}}`}::integer[])` : sql`true`;
