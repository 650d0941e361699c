import { availableParallelism } from 'node:os';
import { DomainError } from '@daybook/domain';
import { hash as argon2, verify as argon2Verify } from '@node-rs/argon2';
import { Turns } from './turns.ts';

/** OWASP's minimum for argon2id, which is also the algorithm this library takes unless told otherwise. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashing keeps a core busy for 10 ms and more: one core is left for other requests, and few wait. Node has four threads
 * for such work in each process.
 * @param processes which share the machine's cores
 */
const concurrencyFor = (processes: number) =>
  Math.max(1, Math.min(Math.floor((availableParallelism() - 1) / processes), 3));

/** For whom a password is hashed. */
export interface Asker {
  /** By a session, or as a device: these have every other turn, however many the others are, and the others likewise. */
  readonly isKnown: boolean;
  /** The account, where it is known, else the address. */
  readonly client: string;
}

/** With those that run, fewer than the places of a bulkhead for writes: registrations that wait leave some to others. */
const MAX_WAITING = 32;
const knownTurns = new Turns<() => void>();
const unknownTurns = new Turns<() => void>();
let wasKnown = false;
let limit = concurrencyFor(1);
let running = 0;
let refused = 0;

/** How many hashes of passwords are made at a time, are being made, wait, and were refused since the start. */
export const hashing = () => ({ limit, running, waiting: knownTurns.size + unknownTurns.size, refused });

/** So many processes of this service hash on this machine, instead of one. */
export function shareHashing(processes: number): void {
  limit = concurrencyFor(processes);
}

function startNext(): void {
  if (running >= limit) return;
  const [first, second] = wasKnown ? [unknownTurns, knownTurns] : [knownTurns, unknownTurns];
  const turns = first.size > 0 ? first : second;
  const start = turns.next();
  if (!start) return;
  wasKnown = turns === knownTurns;
  running += 1;
  start();
}

/** @throws UNAVAILABLE when too many wait already, of the client or of its kind */
export async function hashInTurn<T>({ isKnown, client }: Asker, work: () => Promise<T>): Promise<T> {
  const turns = isKnown ? knownTurns : unknownTurns;
  if (!turns.hasRoom(client, MAX_WAITING)) {
    refused += 1;
    throw new DomainError('UNAVAILABLE', 'Too many requests at once: try again.', { retryAfter: 1 });
  }
  await new Promise<void>((start) => {
    turns.add(client, start);
    startNext();
  });
  return work().finally(() => {
    running -= 1;
    startNext();
  });
}

/**
 * argon2id in the PHC format.
 * @param accountId of who is logged in; '' for the service itself
 * @throws UNAVAILABLE
 */
export const hashPassword = (password: string, accountId = ''): Promise<string> =>
  hashInTurn({ isKnown: true, client: accountId }, () => argon2(password, parameters));

let dummy: Promise<string> | undefined;

/**
 * Without a hash (an unknown account, or one without a password) a dummy one is verified, so that the answer takes the same time.
 * @throws UNAVAILABLE
 */
export async function verifyPassword(
  hash: string | undefined,
  password: string,
  asker: Asker,
): Promise<boolean> {
  dummy ??= argon2(crypto.randomUUID(), parameters);
  const stored = hash || (await dummy);
  const matches = await hashInTurn(asker, () => argon2Verify(stored, password).catch(() => false));
  return matches && Boolean(hash);
}
