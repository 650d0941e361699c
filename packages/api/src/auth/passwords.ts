import { availableParallelism } from 'node:os';
import { DomainError } from '@daybook/domain';
import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

/** OWASP's minimum for argon2id, which is also the algorithm this library takes unless told otherwise. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing keeps a core busy for 10 ms and more: one core is left for other requests, and few wait. Node has four threads
 * for such work in each process.
 * @param processes which share the machine's cores
 */
const concurrencyFor = (processes: number) =>
  Math.max(1, Math.min(Math.floor((availableParallelism() - 1) / processes), 3));

const queue = new PQueue({ concurrency: concurrencyFor(1) });
const mostWaiting = 64;
let refused = 0;

/** How many hashes of passwords are made at a time, are being made, wait, and were refused since the start. */
export const hashing = () => ({
  limit: queue.concurrency,
  running: queue.pending,
  waiting: queue.size,
  refused,
});

/** So many processes of this service hash on this machine, instead of one. */
export function shareHashing(processes: number): void {
  queue.concurrency = concurrencyFor(processes);
}

/** Who is known, by a session or as a device, goes before those who are not, however many these are. */
const priorityOf = (isKnown: boolean) => (isKnown ? 1 : 0);

/** @throws UNAVAILABLE when too many of the same priority wait already */
async function bounded<T>(isKnown: boolean, work: () => Promise<T>): Promise<T> {
  const priority = priorityOf(isKnown);
  if (queue.sizeBy({ priority }) >= mostWaiting) {
    refused += 1;
    throw new DomainError('UNAVAILABLE', 'Too many log-ins at once: try again.', { retryAfter: 1 });
  }
  return queue.add(work, { priority });
}

/** argon2id in the PHC format, for somebody who is logged in. @throws UNAVAILABLE */
export const hashPassword = (password: string): Promise<string> =>
  bounded(true, () => argon2(password, parameters));

let dummy: Promise<string> | undefined;

/**
 * Without a hash (an unknown account) a dummy one is verified, so that the answer takes the same time.
 * @param isKnown whether a session or a device says who asks
 * @throws UNAVAILABLE
 */
export async function verifyPassword(
  hash: string | undefined,
  password: string,
  isKnown: boolean,
): Promise<boolean> {
  dummy ??= argon2(crypto.randomUUID(), parameters);
  const stored = hash ?? (await dummy);
  const matches = await bounded(isKnown, () => argon2Verify(stored, password).catch(() => false));
  return matches && hash !== undefined;
}
