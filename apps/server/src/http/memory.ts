import { HttpError } from '@daybook/facade';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { uploadMemory } from './attachments.ts';

const kibibyte = 1024;
/** A body or an answer up to this size is not counted: every connection may have as much. */
const exemptBytes = 64 * kibibyte;
/** All large bodies together, and all large answers together. */
const MAX_BYTES = 128 * kibibyte * kibibyte;
/** How long a body may take to arrive, and an answer to be read, before its connection may be closed to make room. */
const graceMs = 1000;

/** Memory in use for one request. */
interface Reservation {
  readonly bytes: number;
  readonly reply: FastifyReply;
  readonly since: number;
}

/** Bytes that are reserved just now; `limit` is that of each of the two. */
export interface MemoryUsage {
  readonly bodies: number;
  readonly answers: number;
  readonly limit: number;
}

/** Memory for several requests together. What is reserved for one is released when its response closes. */
class Budget {
  readonly #reservations = new Set<Reservation>();
  readonly #isClientSlow: (reply: FastifyReply) => boolean;
  #bytes = 0;

  /** @param isClientSlow whether the client is what the request waits for: its connection may be closed */
  constructor(isClientSlow: (reply: FastifyReply) => boolean) {
    this.#isClientSlow = isClientSlow;
  }

  /** Reserved just now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns whether there was room, or could be made by closing the connections of slow clients, the oldest first */
  reserve(reply: FastifyReply, bytes: number): boolean {
    const now = performance.now();
    for (const reservation of this.#reservations) {
      if (this.#bytes + bytes <= MAX_BYTES || now - reservation.since <= graceMs) break;
      if (!this.#isClientSlow(reservation.reply)) continue;
      reservation.reply.raw.destroy();
      this.#release(reservation);
    }
    if (this.#bytes + bytes > MAX_BYTES) return false;
    const reservation = { bytes, reply, since: now };
    this.#reservations.add(reservation);
    this.#bytes += bytes;
    reply.raw.once('close', () => this.#release(reservation));
    return true;
  }

  #release(reservation: Reservation): void {
    if (this.#reservations.delete(reservation)) this.#bytes -= reservation.bytes;
  }
}

const bodyBytes = ({ headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;

/** The most that a body takes. */
function limitOf({ headers, routeOptions: { bodyLimit, config } }: FastifyRequest): number {
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return config.streamedTypes?.includes(type) ? uploadMemory : bodyLimit;
}

/**
 * Limits the memory of all requests together: of bodies from their first byte, of answers until they are read. To make
 * room, connections whose body is still arriving or whose answer is still being read are closed, the oldest first; a
 * request for which there is no room all the same is answered 503.
 */
export function limitMemory(app: FastifyInstance): () => MemoryUsage {
  const bodies = new Budget(({ request }) => !request.raw.complete);
  const answers = new Budget(() => true);

  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bodyBytes(request);
    const fits = bytes <= exemptBytes || bodies.reserve(reply, Math.min(bytes, limitOf(request)));
    done(fits ? null : new HttpError('UNAVAILABLE', 'Too many large bodies at once: try again.'), payload);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length <= exemptBytes) {
      done(null, payload);
      return;
    }
    // Node would copy a string while it sends it, and keep both.
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (answers.reserve(reply, bytes.length)) done(null, bytes);
    else done(new HttpError('UNAVAILABLE', 'Too many large answers at once: try again.'));
  });
  return () => ({ bodies: bodies.bytes, answers: answers.bytes, limit: MAX_BYTES });
}
