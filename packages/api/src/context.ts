import {
  DomainError,
  type EventPage,
  type EventQuery,
  isTimeZone,
  type Principal,
  type ProviderAnswer,
  type Role,
} from '@daybook/domain';
import type { Preview, PreviewOptions, SourceRecord } from '@daybook/domain/imports';
import type { Database, Idempotency, Scope } from '@daybook/domain/server';
import type { Tokens } from './auth/tokens.ts';
import type { Batch } from './trpc.ts';

/** What procedures need of the world around them. The host makes one for each request. */
export interface Context {
  readonly db: Database;
  readonly tokens: Tokens;
  /** Undefined without a valid token. */
  readonly principal: Principal | undefined;
  /** Without a principal: whether what was sent looks like a personal access token. */
  readonly sendsPersonalToken: boolean;
  readonly caller: { readonly address: string; readonly userAgent: string };
  readonly cookies: LoginCookies;
  readonly settings: Settings;
  readonly requestId: string;
  /**
   * What a file would create, read apart from other requests.
   * @param options `type`: its media type, as the sender says
   * @throws VALIDATION for what is no such file, UNAVAILABLE where too many are read
   */
  readImport(
    bytes: Uint8Array<ArrayBuffer>,
    options: PreviewOptions & { readonly type: string },
  ): Promise<Preview>;
  /** The same of a database of Manager-2.0, whose days began in that time zone. */
  readDump(
    bytes: Uint8Array<ArrayBuffer>,
    options: { readonly name: string; readonly timeZone: string },
  ): Promise<SourceRecord[]>;
  /**
   * The changes after a position as they happen, until the client has gone or the caller may no longer read.
   * @param read a page of the feed as the caller reads it: for a stream that is far behind
   * @throws UNAVAILABLE where there are too many streams
   */
  followEvents(
    query: Pick<EventQuery, 'kinds'> & { readonly after: number },
    signal: AbortSignal,
    read: (after: number) => Promise<EventPage>,
  ): AsyncIterable<EventPage>;
  readonly webhooks: Webhooks;
  /** Undefined: there is none. */
  readonly sso?: SingleSignOn | undefined;
  /** The whole address of a path such as /bills, as the caller reaches the service. */
  publicUrl(path: string): string;
  /** Tells the host whose request this is, where a log-in or a renewal shows it. */
  identify(userId: string): void;
  /** Names a creation, so that it happens once however often it is sent. */
  readonly idempotencyKey: string | undefined;
  /** Tells the host that the answer is that of an earlier request with this key. */
  replayed(): void;
  /** Tells the host what limits the request counted for, and what is left of them; the last call counts. */
  limited(limits: readonly Limit[]): void;
  /** The versions of the record that the caller has seen (If-Match, RFC 9110); undefined: the caller does not say. */
  readonly ifMatch: readonly number[] | undefined;
  /** Whether a record is created only if there is none yet (If-None-Match: *). */
  readonly ifNone: boolean;
  /** Where the host traces its requests: called around each procedure. */
  readonly observe?:
    | (<T extends { readonly ok: boolean }>(path: string, run: () => Promise<T>) => Promise<T>)
    | undefined;
  /** The batch that the call came in; undefined: it came alone. */
  readonly batch?: Batch | undefined;
}

/** What sends changes to webhooks. */
interface Webhooks {
  /** What is wrong with an address that a webhook is to have. */
  problemOf(url: string): 'https_required' | 'not_public' | undefined;
  /** There is something to send, or to look after, sooner than it would be noticed. */
  wake(): void;
}

/** What is kept of a log-in at the provider until its answer comes, and compared with it. */
interface ProviderChecks {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE. */
  readonly verifier: string;
}

/** A provider of OpenID Connect. */
export interface SingleSignOn {
  /** As people call it. */
  readonly name: string;
  readonly issuer: string;
  /** Roles whose linked accounts do not log in with a password. */
  readonly only: readonly Role[];
  /**
   * The provider's page for a new log-in.
   * @param purpose what the state begins with
   * @throws UNAVAILABLE
   */
  begin(
    redirectUri: string,
    purpose: 'log-in' | 'link',
  ): Promise<{ readonly url: string; readonly checks: ProviderChecks }>;
  /** Who it was, and whether more than one factor showed it. @throws SSO_FAILED, UNAVAILABLE */
  finish(
    answer: ProviderAnswer,
    checks: ProviderChecks,
  ): Promise<{ readonly subject: string; readonly hasSeveralFactors: boolean }>;
}

/** What repositories get of a request of somebody who is logged in. */
export const scopeOf = (ctx: Context, actor: Principal): Scope => ({
  db: ctx.db,
  actor,
  timeZone: zoneOf(actor, ctx.settings),
  businessTimeZone: ctx.settings.timeZone,
  versions: ctx.ifMatch,
  ifNone: ctx.ifNone,
  idempotency: (input) => idempotencyOf(ctx, input),
});

/** IANA name of the zone in which the caller means a day: the preferred one, else the service's. */
function zoneOf({ timeZone: preferred }: Principal, settings: Settings): string {
  return preferred !== undefined && isTimeZone(preferred) ? preferred : settings.timeZone;
}

/** The digest is of the input as it was understood: spelling and unknown fields make no difference. */
function idempotencyOf(ctx: Context, input: object): Idempotency | undefined {
  const { idempotencyKey: key, tokens } = ctx;
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new DomainError('VALIDATION', 'Send an Idempotency-Key of 1 to 255 visible ASCII characters.');
  const text = JSON.stringify(input);
  return { key, digests: tokens.underEach((from) => from.digest(text)), replayed: () => ctx.replayed() };
}

/** The cookies that a log-in sets, each for so many seconds. */
export interface LoginCookies {
  /** @throws FORBIDDEN where another site's page sends it */
  refreshToken(): string | undefined;
  setRefreshToken(token: string, maxAge: number): void;
  clearRefreshToken(): void;
  /** A browser that has logged in before, which it is after the log-out too; undefined where another site's page sends it. */
  device(): string | undefined;
  setDevice(value: string, maxAge: number): void;
  /** What a browser was sent to the provider with. @throws FORBIDDEN where another site's page sends it */
  providerFlow(): string | undefined;
  setProviderFlow(value: string, maxAge: number): void;
  clearProviderFlow(): void;
}

/** A limit of requests, and what is left of it, where that may be told. */
export interface Limit {
  readonly policy: string;
  readonly quota: number;
  /** Seconds in which the quota comes back. */
  readonly window: number;
  readonly remaining?: number;
  /** Seconds until there is one more; absent where all of the quota is left. */
  readonly next?: number;
}

export interface Settings {
  /** IANA name of the zone in which "today" is meant, where a caller prefers none. */
  readonly timeZone: string;
  /** Bytes of all attachments together. */
  readonly attachmentsMax: number;
  /** Whether log-in failures are counted (off for load tests only). */
  readonly limitLogins: boolean;
}
