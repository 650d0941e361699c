import type { Resource } from '@daybook/domain';
import { expect } from 'vitest';
import { store } from '../../support/asking.ts';
import { callTrpc, procedure } from '../../support/calls.ts';
import { type Fields, pathOf, type Row, samples } from '../../support/samples/index.ts';
import { test } from '../../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../../support/wire.ts';

/** Fixtures of the tests of one resource. A file has one of these: each would have a service of its own. */
export const resourceTest = (resource: Resource) =>
  test
    /** A request of the Administrator, who has seen the record at this tag. */
    .extend('send', { scope: 'file' }, ({ service, admin: { token } }) => {
      return (method: string, path: string, body?: unknown, tag?: string) =>
        service.call(method, path, {
          token,
          body,
          headers: { ...(tag !== undefined && { 'if-match': tag }) },
        });
    })
    /** A body of all required fields, references among them. */
    .extend('required', { scope: 'file' }, ({ make }) => async (): Promise<Fields> => {
      const { references = {}, required } = samples[resource];
      const needed = Object.entries(references).filter(([, { optional }]) => !optional);
      const named = needed.map(async ([field, { to }]) => [field, (await make(to))._id]);
      return { ...required(), ...Object.fromEntries(await Promise.all(named)) };
    })
    /** The fields that are refused over REST; over tRPC they must be the same. */
    .extend('refused', { scope: 'file' }, ({ service, admin: { token }, send }) => async (body: Fields) => {
      const rest = expectFailure(await send('POST', pathOf(resource), body), 400, 'VALIDATION');
      const trpc = await callTrpc(service, procedure(`${resource}.create`), { token, input: body });
      expect(expectTrpcFailure(trpc, 400, 'VALIDATION')).toEqual(rest);
      return rest;
    })
    /** The journal of one record, oldest first. */
    .extend('entries', { scope: 'file' }, ({ service }) => async (id: string) => [
      ...(await service.sql`
        select actor_id, kind, action, before, after from journal where record_id = ${id} order by id`),
    ])
    /** The number of the last entry of a record. */
    .extend('latest', { scope: 'file' }, ({ service }) => async (id: string): Promise<string> => {
      const [row] = await service.sql`select max(id)::text as id from journal where record_id = ${id}`;
      return row?.id;
    })
    .extend('count', { scope: 'file' }, ({ service }) => async () => {
      const [row] = await service.sql`select count(*)::integer as count from journal`;
      return row?.count as number;
    })
    .extend('stored', { scope: 'file' }, async ({ service }) => {
      for (const row of samples[resource].list.rows) await store(service, resource, row);
    })
    /** All rows, without paging. */
    .extend('all', { scope: 'file' }, ({ ask, stored: _ }) => {
      return (path: string): Promise<Row[]> => ask('GET', path);
    })
    .extend(
      'get',
      { scope: 'file' },
      ({ send, stored: _ }) =>
        (path: string) =>
          send('GET', path),
    );

export type ResourceTest = ReturnType<typeof resourceTest>;
