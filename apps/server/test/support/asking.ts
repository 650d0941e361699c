import type { Resource, Role } from '@daybook/domain';
import * as server from '@daybook/domain/server';
import { expect } from 'vitest';
import { bodyOf, type Fields, pathOf, type Row, samples } from './samples/index.ts';
import { type Answer, type CallOptions, type Person, type Service, unknownId } from './service.ts';

/** On a slow machine some requests are told to come again: they do. */
export async function served(
  service: Service,
  method: string,
  path: string,
  options?: CallOptions,
): Promise<Answer> {
  const answer = await service.call(method, path, options);
  return answer.status === 503 ? served(service, method, path, options) : answer;
}

/** Requests of one person that must succeed; answers `data`. */
export const asker =
  (service: Service, { token }: Person) =>
  async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, { token, body });
    expect(answer, `${method} ${path}`).toMatchObject({ status: 200, body: { success: true } });
    return answer.body.data;
  };

export type Ask = ReturnType<typeof asker>;

/** How many answers have each status. */
export function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The `i`th call for each `i` below `count`, all at once. */
export const atOnce = <T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));

/** Whether a change has no position yet: a transaction anywhere on the server, of another test too, may hold it up. */
export async function isWaiting({ sql }: Service): Promise<boolean> {
  const rows = await sql`select from journal
    where xid is not null and not exists (select from events where entry = journal.id) limit 1`;
  return rows.length > 0;
}

/** A new record of a resource, from its sample and these fields. References name a record that is made for them. */
export type Make = (resource: Resource, more?: Fields) => Promise<Row>;

/** `body` with a record of its own for each reference that is missing. */
async function withReferences(
  resource: Resource,
  body: Fields,
  make: (to: Resource, own?: true) => Promise<string>,
) {
  const missing = Object.entries(samples[resource].references ?? {}).filter(
    ([field, { optional }]) => !(optional || field in body),
  );
  const made = await Promise.all(
    missing.map(async ([field, { to, own }]) => [field, await make(to, own)] as const),
  );
  return { ...body, ...Object.fromEntries(made) };
}

/** By the service itself, as whoever asks; one record is made for all references to its resource that may name the same one. */
export function maker(ask: Ask): Make {
  const referenced = new Map<Resource, Promise<Row>>();
  const make: Make = async (resource, more) =>
    ask('POST', pathOf(resource), await withReferences(resource, bodyOf(resource, more), reference));
  const reference = async (to: Resource, own?: true) => {
    if (own) return (await make(to))._id;
    const record = referenced.get(to) ?? make(to);
    referenced.set(to, record);
    return (await record)._id;
  };
  return make;
}

const repositories: Readonly<
  Record<Resource, { create(scope: server.Scope, fields: never): Promise<{ readonly _id: string }> }>
> = {
  ...server,
  users: { create: (scope, fields) => server.users.create(scope, fields, async () => 'none') },
};

/**
 * By the repositories, which is quicker: no account that it makes can log in.
 * @returns the identifier
 */
export async function store(
  service: Service,
  resource: Resource,
  { role = 'User', ...more }: Fields & { readonly role?: Role } = {},
): Promise<string> {
  const actor = { id: unknownId, sessionId: '', role: 'Administrator', timeZone: undefined } as const;
  const scope = { db: service.dependencies.pools.users, actor, timeZone: 'UTC', businessTimeZone: 'UTC' };
  const { password: _, ...body } = { ...samples[resource].defaults, ...bodyOf(resource, more) };
  const fields = await withReferences(resource, body, (to) => store(service, to));
  const create = repositories[resource].create as (
    scope: server.Scope,
    fields: Fields,
  ) => Promise<{ _id: string }>;
  const { _id } = await create(scope, fields);
  if (role !== 'User') await server.accounts.setRole(scope, _id, role);
  return _id;
}
