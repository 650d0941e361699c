import type { Context, RefreshCookie, Settings, Tokens } from '@daybook/api';
import type { Principal } from '@daybook/domain';
import { type Database, sessions } from '@daybook/domain/server';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the application is made of; it reads no environment. */
export interface Dependencies {
  readonly db: Database;
  readonly searchDb: Database;
  readonly tokens: Tokens;
  readonly settings: Settings & {
    /** '' or a path such as /daybook, before every address. */
    readonly basePath: string;
    readonly corsOrigins: readonly string[];
    readonly trustProxy: false | readonly string[];
  };
}

/** Who sends this token, by the rows of the session and the account: undefined for anything else. RFC 6750, section 2.1 */
export async function authenticate(
  { db, tokens }: Pick<Dependencies, 'db' | 'tokens'>,
  authorization: string | undefined,
): Promise<Principal | undefined> {
  const token = /^bearer +([^ ]+)$/i.exec(authorization ?? '')?.[1];
  const sessionId = token === undefined ? undefined : await tokens.sessionOf(token);
  const caller = sessionId === undefined ? undefined : await sessions.principal(db, sessionId);
  if (!sessionId || !caller) return undefined;
  const { id, role, preferences } = caller;
  return { id, sessionId, role, timeZone: preferences.active ? preferences.timeZone : undefined };
}

const cookieName = 'daybook_refresh';
const loopback = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;

function refreshCookie(request: FastifyRequest, reply: FastifyReply, basePath: string): RefreshCookie {
  // Made when it is needed, which is at a log-in.
  const options = () =>
    ({
      path: `${basePath}/auth`,
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https' || !loopback.test(request.hostname),
    }) as const;
  return {
    read: () => request.cookies[cookieName],
    write: (token, maxAge) => void reply.setCookie(cookieName, token, { ...options(), maxAge }),
    clear: () => void reply.clearCookie(cookieName, options()),
  };
}

/** The versions in If-Match (RFC 9110, section 13.1.1); a tag that is none of ours matches nothing. `*`: any. */
function versionsSeen(header: string | undefined): readonly number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return [...header.matchAll(/(?<!W\/)"([0-9]{1,9})"/g)].map(([, version]) => Number(version));
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
  { db, searchDb, tokens, settings }: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal | undefined,
): Context {
  return {
    db,
    searchDb,
    tokens,
    settings,
    principal,
    caller: new Caller(request),
    refreshCookie: refreshCookie(request, reply, settings.basePath),
    requestId: request.id,
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    ifMatch: versionsSeen(request.headers['if-match']),
  };
}
