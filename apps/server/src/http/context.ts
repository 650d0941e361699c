import type { Context, RefreshCookie, Settings, Tokens } from '@daybook/api';
import { DomainError, type ErrorCode, type Principal } from '@daybook/domain';
import { sessions } from '@daybook/domain/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pools } from '../database.ts';
import { workOf } from './work.ts';

/** What the application is made of; it reads no environment. */
export interface Dependencies {
  readonly pools: Pools;
  readonly tokens: Tokens;
  readonly settings: Settings & {
    /** '' or a path such as /daybook, before every address. */
    readonly basePath: string;
    readonly corsOrigins: readonly string[];
    readonly trustProxy: false | readonly string[];
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log: whose request it is, and how it failed. */
    callerId: string | undefined;
    failureCode: ErrorCode | undefined;
  }
}

/** Who sends this token, by the rows of the session and the account: undefined for anything else. RFC 6750, section 2.1 */
export async function authenticate(
  { pools, tokens }: Pick<Dependencies, 'pools' | 'tokens'>,
  request: FastifyRequest,
): Promise<Principal | undefined> {
  const token = /^bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const sessionId = token === undefined ? undefined : await tokens.sessionOf(token);
  const caller = sessionId === undefined ? undefined : await sessions.principal(pools.identity, sessionId);
  if (!sessionId || !caller) return undefined;
  const { id, role, preferences } = caller;
  request.callerId = id;
  return { id, sessionId, role, timeZone: preferences.active ? preferences.timeZone : undefined };
}

const cookieName = 'daybook_refresh';
const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

/**
 * Does another site's page send this? Browsers say so (Fetch Metadata), or else where the page is from; the order is
 * that of CrossOriginProtection in Go's net/http. What is not a browser sends neither.
 */
function isForeign({ headers, host }: FastifyRequest, corsOrigins: readonly string[]): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && corsOrigins.includes(origin)) return false;
  if (site !== undefined) return site !== 'same-origin';
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host);
}

function refreshCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { basePath, corsOrigins }: Dependencies['settings'],
): RefreshCookie {
  // Decided when it is needed, which is at a log-in.
  const secure = () => request.protocol === 'https' || !loopback.test(request.hostname);
  // A browser takes a name with this prefix over TLS alone.
  const name = () => (secure() ? `__Secure-${cookieName}` : cookieName);
  const options = () =>
    ({ path: `${basePath}/auth`, httpOnly: true, sameSite: 'strict', secure: secure() }) as const;
  return {
    read() {
      if (isForeign(request, corsOrigins))
        throw new DomainError('FORBIDDEN', 'The page of another site may not renew a session.');
      return request.cookies[name()];
    },
    write: (token, maxAge) => void reply.setCookie(name(), token, { ...options(), maxAge }),
    clear: () => void reply.clearCookie(name(), options()),
  };
}

/** The versions in If-Match (RFC 9110, section 13.1.1); a tag that is none of ours matches nothing. `*`: any. */
function versionsSeen(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return [...header.matchAll(/(?<!W\/)"([1-9][0-9]{0,8})"/g)].map(([, version]) => Number(version));
}

/** A class: with getters in an object literal every request stayed in memory until the next major collection. */
class Caller {
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest) {
    this.#request = request;
  }

  get address(): string {
    return this.#request.ip;
  }

  get userAgent(): string {
    return (this.#request.headers['user-agent'] ?? '').slice(0, 400);
  }
}

/** What a procedure gets of one request, over REST and over tRPC alike. */
export function contextOf(
  { pools, tokens, settings }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal | undefined,
): Context {
  return {
    db: pools[workOf(request)],
    tokens,
    settings,
    principal,
    caller: new Caller(request),
    refreshCookie: refreshCookie(request, reply, settings),
    requestId: request.id,
    identify(userId) {
      request.callerId = userId;
    },
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    ifMatch: versionsSeen(request.headers['if-match']),
  };
}
