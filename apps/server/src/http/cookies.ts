import { timingSafeEqual } from 'node:crypto';
import type { LoginCookies, Tokens } from '@daybook/api';
import { DomainError } from '@daybook/domain';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from './dependencies.ts';

const refreshCookie = 'daybook_refresh';
const deviceCookie = 'daybook_device';
const providerCookie = 'daybook_sso';
/** 256 random bits in base64url, and the service's signature. */
const deviceValue = /^([\w-]{43})\.([\w-]{43})$/;

/**
 * Whether a page of another origin sent this, by Sec-Fetch-Site or else by Origin, in the order of CrossOriginProtection
 * in Go's net/http. Clients that are not browsers send neither.
 */
function isCrossOrigin({ headers, host }: FastifyRequest, corsOrigins: readonly string[]): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin !== undefined && corsOrigins.includes(origin)) return false;
  if (site !== undefined) return site !== 'same-origin';
  return origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host);
}

// Browsers accept this prefix only for cookies that are Secure.
const cookieName = (bare: string, { secureCookies }: Dependencies['settings']) =>
  secureCookies ? `__Secure-${bare}` : bare;

const signaturesOf = (tokens: Tokens, value: string) =>
  tokens.underEach((from) => from.digest(`device\0${value}`));

/** The device in the cookie, if this service has signed it; undefined where a page of another origin sent it. */
export function deviceOf({ tokens, settings }: Dependencies, request: FastifyRequest): string | undefined {
  const sent = request.cookies[cookieName(deviceCookie, settings)];
  const [, value = '', signature = ''] = deviceValue.exec(sent ?? '') ?? [];
  // A page of another origin could use up the device's attempts.
  if (!value || isCrossOrigin(request, settings.corsOrigins)) return undefined;
  const given = Buffer.from(signature);
  const isOurs = signaturesOf(tokens, value).some((one) => timingSafeEqual(given, Buffer.from(one)));
  return isOurs ? value : undefined;
}

/** The cookies of a log-in. Browsers send those that last to paths under /auth only. */
export class RequestCookies implements LoginCookies {
  readonly #dependencies: Dependencies;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;

  constructor(dependencies: Dependencies, request: FastifyRequest, reply: FastifyReply) {
    this.#dependencies = dependencies;
    this.#request = request;
    this.#reply = reply;
  }

  refreshToken(): string | undefined {
    return this.#ofOwnPage(refreshCookie, 'The page of another site may not renew a session.');
  }

  setRefreshToken(token: string, maxAge: number): void {
    this.#set(refreshCookie, token, maxAge);
  }

  clearRefreshToken(): void {
    this.#reply.clearCookie(cookieName(refreshCookie, this.#dependencies.settings), this.#options());
  }

  device(): string | undefined {
    return deviceOf(this.#dependencies, this.#request);
  }

  setDevice(value: string, maxAge: number): void {
    this.#set(deviceCookie, `${value}.${signaturesOf(this.#dependencies.tokens, value)[0]}`, maxAge);
  }

  providerFlow(): string | undefined {
    return this.#ofOwnPage(providerCookie, 'The page of another site may not log in.');
  }

  setProviderFlow(value: string, maxAge: number): void {
    this.#set(providerCookie, value, maxAge, this.#everywhere());
  }

  clearProviderFlow(): void {
    this.#reply.clearCookie(cookieName(providerCookie, this.#dependencies.settings), this.#everywhere());
  }

  #ofOwnPage(name: string, refusal: string): string | undefined {
    const { settings } = this.#dependencies;
    if (isCrossOrigin(this.#request, settings.corsOrigins)) throw new DomainError('FORBIDDEN', refusal);
    return this.#request.cookies[cookieName(name, settings)];
  }

  #set(name: string, value: string, maxAge: number, options: CookieSerializeOptions = this.#options()): void {
    this.#reply.setCookie(cookieName(name, this.#dependencies.settings), value, { ...options, maxAge });
  }

  /** Also to /trpc, by which an account is linked. */
  #everywhere() {
    return { ...this.#options(), path: `${this.#dependencies.settings.basePath}/` } as const;
  }

  #options() {
    const { basePath, secureCookies: secure } = this.#dependencies.settings;
    return { path: `${basePath}/auth`, httpOnly: true, sameSite: 'strict', secure } as const;
  }
}
