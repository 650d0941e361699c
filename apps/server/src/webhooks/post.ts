import { createHmac } from 'node:crypto';
import { lookup, Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Attempt, AttemptError } from '@daybook/domain';
import ipaddr from 'ipaddr.js';
import { version } from '../version.ts';

/** IPv6 that is given out (RFC 4291): neither local, nor a way to IPv4 of a network's own choice (RFC 8215). */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether an address is one of the internet, for everybody the same machine. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false;
  const one = ipaddr.process(address);
  if (one.range() !== 'unicast') return false;
  return one instanceof ipaddr.IPv4 || one.match(globalUnicast);
}

/** The host of an address as an IP address, or undefined where it is a name. */
export function literalHost({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) > 0 ? host : undefined;
}

/** All addresses that a name has, IPv4 first. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

/** By DNS alone, which takes no thread; names of this machine are none. */
export const resolveByDns: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel);
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** As every program here does, with names of this machine and its network. */
export const resolveBySystem: Resolve = async (name) =>
  (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);

const keptBytes = 1024;
const readBytes = 64 * 1024;

/** A request to a webhook. */
export interface Post {
  readonly url: string;
  readonly messageId: string;
  readonly body: string;
  /** The newest first. */
  readonly secrets: readonly string[];
}

export interface PostOptions {
  /** Whether plain HTTP and addresses that are not public are allowed. */
  readonly allowsPrivate: boolean;
  readonly resolve: Resolve;
  /** For all of it, from the look-up of the name to the end of the answer. */
  readonly timeoutMs: number;
}

class Refused extends Error {
  readonly reason: AttemptError;

  constructor(reason: AttemptError) {
    super(reason);
    this.reason = reason;
  }
}

/** Standard Webhooks, one signature for each secret. */
function headersOf({ messageId, body, secrets }: Post): http.OutgoingHttpHeaders {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': `Daybook/${version}`,
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/**
 * The addresses to connect to: each of them is checked, and no name is looked up again.
 * @throws Refused
 */
async function addressesOf(url: URL, { allowsPrivate, resolve }: PostOptions, signal: AbortSignal) {
  const literal = literalHost(url);
  const found = literal === undefined ? await lookedUp(url.hostname, resolve, signal) : [literal];
  if (!allowsPrivate && !found.every(isPublic)) throw new Refused('not_public');
  return found.map((address) => ({ address, family: isIP(address) }));
}

async function lookedUp(name: string, resolve: Resolve, signal: AbortSignal): Promise<string[]> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const found = await Promise.race([resolve(name, signal).catch(() => []), aborted]);
  if (found.length === 0) throw new Refused('unknown_host');
  return found;
}

/** Makes a connection of its own for the request, to one of these addresses; name and certificate are those of the URL's host. */
function connect(post: Post, addresses: readonly { address: string; family: number }[], signal: AbortSignal) {
  const url = new URL(post.url);
  const lookup: LookupFunction = (_name, { all }, done) => {
    const [first] = addresses;
    if (all) done(null, [...addresses]);
    else done(null, first?.address ?? '', first?.family);
  };
  const { request } = url.protocol === 'https:' ? https : http;
  const options = { method: 'POST', headers: headersOf(post), agent: false, lookup, signal } as const;
  return new Promise<http.IncomingMessage>((resolve, reject) => {
    const sending = request(url, options, resolve);
    sending.on('error', reject);
    sending.end(post.body);
  });
}

/** The beginning of the answer's body; what comes after {@link readBytes} is not read. */
async function beginningOf(answer: http.IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    if (bytes < keptBytes) kept.push(chunk.subarray(0, keptBytes - bytes));
    bytes += chunk.length;
    if (bytes >= readBytes) break;
  }
  return Buffer.concat(kept).toString().replaceAll('\0', '\uFFFD');
}

const ofTls = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|EPROTO|HOSTNAME_MISMATCH)/;

function reasonOf(error: unknown): AttemptError {
  if (error instanceof Refused) return error.reason;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (ofTls.test(code)) return 'untrusted_certificate';
  return /^(ECONNRESET|EPIPE|HPE_)/.test(code) ? 'broken_off' : 'no_connection';
}

function errorOf(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'not_accepted';
}

/**
 * One attempt. Redirects are not followed.
 * @param stop ends it: it is as if it had not been made
 * @throws the reason of `stop`
 */
export async function attempt(post: Post, options: PostOptions, stop: AbortSignal): Promise<Attempt> {
  const began = performance.now();
  const at = new Date().toISOString();
  const signal = AbortSignal.any([stop, AbortSignal.timeout(options.timeoutMs)]);
  let [status, answer]: [number | null, string] = [null, ''];
  let error: AttemptError | null;
  try {
    const url = new URL(post.url);
    if (!options.allowsPrivate && url.protocol !== 'https:') throw new Refused('not_https');
    const message = await connect(post, await addressesOf(url, options, signal), signal);
    status = message.statusCode ?? 0;
    answer = await beginningOf(message);
    error = errorOf(status);
  } catch (cause) {
    stop.throwIfAborted();
    error = signal.aborted ? 'timed_out' : reasonOf(cause);
  }
  return { at, milliseconds: Math.round(performance.now() - began), status, error, answer };
}
