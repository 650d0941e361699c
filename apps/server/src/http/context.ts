import { type Context, isPersonal, sha256 } from '@daybook/api';
import type { ErrorCode, Principal } from '@daybook/domain';
import { tokens as personalTokens, sessions } from '@daybook/domain/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ImportThread } from '../imports/thread.ts';
import { problemWith } from '../webhooks/sender.ts';
import { bulkheadOf } from './bulkheads.ts';
import { RequestCookies } from './cookies.ts';
import type { Dependencies } from './dependencies.ts';
import type { EventStreams } from './event-streams.ts';
import { limitHeaders } from './response-headers.ts';
import { versionsIn } from './tags.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where files are read. */
    importThread: ImportThread;
    eventStreams: EventStreams;
  }
  interface FastifyRequest {
    /** For the log: whose request it is, by which personal access token, and how it failed. */
    callerId: string | undefined;
    callerToken: Principal['token'];
    failureCode: ErrorCode | undefined;
  }
}

type Identity = Pick<Dependencies, 'pools' | 'tokens'>;

/** By the rows of the session and the account. */
async function ofSession({ pools, tokens }: Identity, token: string) {
  const sessionId = await tokens.sessionOf(token);
  const caller = sessionId && (await sessions.principal(pools.identity, pools.othersWrites, sessionId));
  return caller && { ...caller, sessionId, scopes: undefined, token: undefined };
}

/** By the rows of the token and the account. */
async function ofPersonalToken({ pools, tokens }: Identity, token: string, address: string) {
  const caller = await personalTokens.principal(pools.identity, pools.othersWrites, sha256(token), address);
  // Another JWT_SECRET ends all tokens.
  if (!caller || !tokens.underEach((from) => from.personal(caller.tokenId)).includes(token)) return undefined;
  const { tokenId: _id, tokenName: name } = caller;
  return { ...caller, sessionId: '', isFresh: false, scopes: new Set(caller.scopes), token: { _id, name } };
}

/** Who sends this token: undefined for anything else. RFC 6750, section 2.1 */
export async function authenticate(
  identity: Identity,
  request: FastifyRequest,
): Promise<Principal | undefined> {
  const token = /^bearer +([^ ]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined) return undefined;
  const caller = await (isPersonal(token) ? ofPersonalToken : ofSession)(identity, token, request.ip);
  if (!caller) return undefined;
  const { preferences, id, sessionId, isFresh, mustEnrol, role, scopes, token: personalToken } = caller;
  request.callerId = id;
  request.callerToken = personalToken;
  return {
    id,
    sessionId,
    isFresh,
    role,
    mustEnrol,
    timeZone: preferences.active ? preferences.timeZone : undefined,
    scopes,
    token: personalToken,
  };
}

/** Whether the request bears what looks like a personal access token, valid or not. */
export const sendsPersonalToken = ({ headers }: FastifyRequest): boolean =>
  /^bearer +dbk_/i.test(headers.authorization ?? '');

/** The versions in If-Match (RFC 9110, section 13.1.1); a tag that this service did not make matches nothing, `*` every version. */
const versionsSeen = (header: string | undefined): readonly number[] | undefined =>
  header === undefined || header.trim() === '*' ? undefined : versionsIn(header);

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

/** Scheme and host as the operator says, else as the caller reaches them, of which a declared proxy may tell; '' for a client that names no host. */
export function originOf(
  { settings }: Pick<Dependencies, 'settings'>,
  { host, protocol }: FastifyRequest,
): string {
  if (settings.publicOrigin !== undefined) return settings.publicOrigin;
  // Where people use TLS, a proxy that is not declared may end it.
  const origin = `${settings.secureCookies ? 'https' : protocol}://${host}`;
  return host && URL.canParse(origin) ? origin : '';
}

/** What a procedure gets of one request, over REST and over tRPC alike. */
export function contextOf(
  dependencies: Dependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  principal: Principal | undefined,
): Context {
  const { pools, tokens, settings } = dependencies;
  const bulkhead = bulkheadOf(request);
  return {
    db: pools[bulkhead === 'logIn' ? 'usersWrites' : bulkhead],
    tokens,
    settings,
    principal,
    sendsPersonalToken: principal === undefined && sendsPersonalToken(request),
    caller: new Caller(request),
    cookies: new RequestCookies(dependencies, request, reply),
    requestId: request.id,
    readImport: (bytes, options) => request.server.importThread.run(bytes, options),
    readDump: (bytes, options) => request.server.importThread.readDump(bytes, options),
    followEvents(query, signal, read) {
      if (!principal) throw new Error('Somebody who is not logged in follows events.');
      const again = () => authenticate(dependencies, request);
      return request.server.eventStreams.follow({ principal, query, signal, read, authenticate: again });
    },
    webhooks: {
      problemOf: (url) => problemWith(url, settings.webhooksAllowPrivate),
      wake: () => dependencies.wakeWebhooks?.(),
    },
    sso: dependencies.sso,
    publicUrl: (path) => originOf(dependencies, request) + settings.basePath + path,
    identify(userId) {
      request.callerId = userId;
    },
    idempotencyKey: request.headers['idempotency-key'] as string | undefined,
    replayed() {
      reply.header('idempotent-replayed', 'true');
    },
    limited(limits) {
      reply.headers(limitHeaders(limits));
    },
    ifMatch: versionsSeen(request.headers['if-match']),
    // A tag cannot name a record that does not exist yet: the condition then holds.
    ifNone: request.headers['if-none-match']?.trim() === '*',
    observe: dependencies.traces?.procedure,
  };
}
