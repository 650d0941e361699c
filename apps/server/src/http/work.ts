import type { FastifyRequest } from 'fastify';
import type { Work } from '../database.ts';
import type { Lane } from './queues.ts';

/** One resource in all calls of a batch. */
const oneResource = /^(logs|payees|cheques|bills)\.\w+(?:,\1\.\w+)*$/;
const people = /^(?:auth|users)\.\w+(?:,(?:auth|users)\.\w+)*$/;

/** REST says the procedures in the route, tRPC in the path. */
const proceduresOf = ({ routeOptions: { config }, params }: FastifyRequest): string =>
  (config as { procedure?: string }).procedure ?? (params as { path?: string }).path ?? '';

export function workOf(request: FastifyRequest): Work {
  const procedures = proceduresOf(request);
  const resource = oneResource.exec(procedures)?.[1];
  if (resource !== undefined) return resource as Work;
  if (procedures.includes('users.list') && request.url.includes('search')) return 'search';
  return people.test(procedures) ? 'accounts' : 'others';
}

/**
 * Twenty requests at once keep the database busy. Each kind of work has nine places at the most, so that one which
 * stands still leaves some to the others. Searches have places of their own, since patterns can be costly. Hashing has a
 * queue of its own, so log-ins neither wait here nor make others wait.
 */
const room = { active: 20 };
const usual: Lane = { room, active: 9, waiting: 400, patience: 200, burst: 600 };
export const lanes: Readonly<Record<Work | 'logIn', Lane>> = {
  logIn: { active: 64, waiting: 0, patience: 0, burst: 0 },
  search: { active: 4, waiting: 200, patience: 1500, burst: 3000 },
  accounts: usual,
  logs: usual,
  payees: usual,
  cheques: usual,
  bills: usual,
  others: usual,
};

export function laneOf(request: FastifyRequest): keyof typeof lanes {
  return proceduresOf(request) === 'auth.login' ? 'logIn' : workOf(request);
}
