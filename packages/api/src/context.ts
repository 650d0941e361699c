import type { Principal } from '@daybook/domain';
import type { Database } from '@daybook/domain/server';
import type { Tokens } from './auth/tokens.ts';

/** What procedures need of the world around them. The host makes one for each request. */
export interface Context {
  readonly db: Database;
  readonly tokens: Tokens;
  /** Undefined without a valid token. */
  readonly principal: Principal | undefined;
  readonly caller: { readonly address: string; readonly userAgent: string };
  readonly refreshCookie: RefreshCookie;
  readonly settings: Settings;
  readonly requestId: string;
  /** Tells the host whose request this is, where a log-in or a renewal shows it. */
  identify(userId: string): void;
  /** Names a creation, so that it happens once however often it is sent. */
  readonly idempotencyKey: string | undefined;
  /** The versions of the record that the caller has seen (If-Match, RFC 9110); undefined: the caller does not say. */
  readonly ifMatch: readonly number[] | undefined;
}

/** IANA name of the zone in which the caller means a day: the preferred one, else the service's. */
export const zoneOf = ({ principal, settings }: Pick<Context, 'principal' | 'settings'>): string =>
  principal?.timeZone ?? settings.timeZone;

/** The cookie that holds the refresh token. */
export interface RefreshCookie {
  /** @throws FORBIDDEN where another site's page sends it */
  read(): string | undefined;
  write(token: string, maxAgeSeconds: number): void;
  clear(): void;
}

export interface Settings {
  /** IANA name of the zone in which "today" is meant, where a caller prefers none. */
  readonly timeZone: string;
  /** Whether log-in failures are counted (off for load tests only). */
  readonly limitLogins: boolean;
}
