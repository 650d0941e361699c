import type { FastifyRequest } from 'fastify';
import type { Work } from '../database.ts';

/** One resource in all calls of a batch. */
const records = /^(logs|payees|cheques|bills)\.\w+(?:,\1\.\w+)*$/;
const accounts = /^(?:auth|users)\.\w+(?:,(?:auth|users)\.\w+)*$/;

/** REST says the procedures in the route, tRPC in the path. */
const proceduresOf = ({ routeOptions: { config }, params }: FastifyRequest): string =>
  (config as { procedure?: string }).procedure ?? (params as { path?: string }).path ?? '';

export const isLogIn = (request: FastifyRequest): boolean => proceduresOf(request) === 'auth.login';

export function workOf(request: FastifyRequest): Work {
  const procedures = proceduresOf(request);
  const resource = records.exec(procedures)?.[1];
  if (resource !== undefined) return resource as Work;
  if (procedures.includes('users.list') && request.url.includes('search')) return 'search';
  return accounts.test(procedures) ? 'accounts' : 'others';
}
