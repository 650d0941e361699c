import type { Resource, Role } from '@daybook/domain';
import * as server from '@daybook/domain/server';
import type { Ask } from './asking.ts';
import { bodyOf, type Fields, pathOf, type Row, samples } from './samples/index.ts';
import { type Service, unknownId } from './service.ts';

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
