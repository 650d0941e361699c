import { type Bulkhead, declarations, type Meta } from '@daybook/api';
import { forEachBulkhead, forEachWriteBulkhead, type WriteBulkhead, writesOf } from '@daybook/domain';
import { askedForm } from '@daybook/facade';
import type { FastifyRequest } from 'fastify';
import type { BulkheadLimits } from './admission.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Once somebody has asked. */
    bulkhead: Bulkhead | WriteBulkhead | undefined;
  }
  interface FastifyContextConfig {
    /** The path of the one procedure that the route calls: `bills.get`. */
    procedure?: string;
    /** In which its answer is a file, besides JSON. */
    mediaTypes?: readonly string[];
    /** Of a file that is written down while it arrives. */
    streamedTypes?: readonly string[];
    /** Of a route that calls none. */
    bulkhead?: Bulkhead;
  }
}

/** What is declared of the procedures that are called: REST names one in the route, tRPC any number in the path. */
function callsOf({ routeOptions: { config }, params }: FastifyRequest): readonly (Meta | undefined)[] {
  const paths = config.procedure ?? (params as { path?: string } | undefined)?.path ?? '';
  return paths.split(',').map((path) => declarations.get(path));
}

/** One input of tRPC, or those of a batch by number; what cannot be read counts as sending it. */
function inputSends(input: string, parameter: string): boolean {
  try {
    const value: unknown = JSON.parse(input);
    return [value, ...Object.values(value ?? {})].some(
      (one) => one instanceof Object && Boolean((one as Record<string, unknown>)[parameter]),
    );
  } catch {
    return true;
  }
}

/** Asked of the parameters as they are read, not of the address as it is written. */
function sends({ query, routeOptions: { config } }: FastifyRequest, parameter: string): boolean {
  const given = query as Readonly<Record<string, string | string[] | undefined>>;
  if (config.procedure !== undefined) return Boolean(given[parameter]);
  return [given.input ?? []].flat().some((input) => inputSends(input, parameter));
}

function find(request: FastifyRequest): Bulkhead {
  const { bulkhead, mediaTypes } = request.routeOptions.config;
  if (bulkhead) return bulkhead;
  if (mediaTypes?.length && askedForm(request, mediaTypes)) return 'files';
  const calls = callsOf(request);
  const costly = calls.find((call) => call?.costly && sends(request, call.costly.parameter))?.costly;
  if (costly) return costly.bulkhead;
  const [first, ...others] = calls.map((call) => call?.bulkhead);
  return first !== undefined && others.every((other) => other === first) ? first : 'others';
}

/** tRPC too sends its queries by GET, and its mutations by POST. */
const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** The bulkhead that all calls of the request have; `others` where they have several. */
export function bulkheadOf(request: FastifyRequest): Bulkhead | WriteBulkhead {
  if (request.bulkhead) return request.bulkhead;
  const bulkhead = find(request);
  const isItsOwn = isRead(request) || bulkhead === 'logIn' || bulkhead === 'imports';
  request.bulkhead = isItsOwn ? bulkhead : writesOf(bulkhead);
  return request.bulkhead;
}

/**
 * 32 requests at once keep the database busy. Each kind of work has 15 places at the most, so that two which stand still
 * leave some to the others; requests that run together share questions and round trips, so fewer places cost more CPU.
 * Searches have places of their own, since patterns can be costly, and so have log-ins, which wait for hashes.
 */
const shared = { concurrency: 32 };
const defaultLimits: BulkheadLimits = {
  shared,
  concurrency: 15,
  queueLimit: 400,
  maxWaitMs: 200,
  burstWaitMs: 600,
};
/**
 * Where no commit ends, as without a standby that has to confirm it, writes of all kinds stand still, and reads do not. More
 * places than reads have, since a write mostly waits for its commit. They wait longer too: a disk may stop for a moment.
 */
const writeLimits: BulkheadLimits = {
  ...defaultLimits,
  concurrency: 40,
  shared: { concurrency: 64 },
  maxWaitMs: 1000,
  burstWaitMs: 1000,
};
/** In turns: of addresses, and of devices that have logged in before. Hashes are made three at a time at the most. */
const logInLimits: BulkheadLimits = {
  isFair: true,
  concurrency: 16,
  queueLimit: 128,
  maxWaitMs: 3000,
  burstWaitMs: 5000,
};
export const bulkheadLimits: Readonly<Record<Bulkhead | WriteBulkhead | 'logInOfDevice', BulkheadLimits>> = {
  logIn: logInLimits,
  // A flood of log-ins does not keep out who has logged in before.
  logInOfDevice: logInLimits,
  search: { concurrency: 6, queueLimit: 200, maxWaitMs: 1500, burstWaitMs: 3000 },
  // Programs read it again and again, of nobody who waits.
  calendar: { concurrency: 2, queueLimit: 100, maxWaitMs: 1000, burstWaitMs: 3000 },
  // Each looks at all days of a worker, or of all workers.
  balances: { concurrency: 2, queueLimit: 100, maxWaitMs: 2000, burstWaitMs: 5000 },
  // Each has its place until its client has read it.
  files: { concurrency: 4, queueLimit: 20, maxWaitMs: 2000, burstWaitMs: 3000 },
  // Each keeps a thread, or the connection, for seconds.
  imports: { concurrency: 4, queueLimit: 20, maxWaitMs: 20_000, burstWaitMs: 20_000 },
  // Each has its place until its client has read it; of one client half of them at the most.
  attachments: { isFair: true, concurrency: 32, queueLimit: 100, maxWaitMs: 10_000, burstWaitMs: 10_000 },
  others: defaultLimits,
  ...forEachBulkhead(defaultLimits),
  ...forEachWriteBulkhead(writeLimits),
};

/** @param isDevice whether the request comes from a browser that has logged in before */
export function bulkheadToEnter(
  request: FastifyRequest,
  isDevice: (request: FastifyRequest) => boolean,
): keyof typeof bulkheadLimits {
  const bulkhead = bulkheadOf(request);
  return bulkhead === 'logIn' && isDevice(request) ? 'logInOfDevice' : bulkhead;
}
