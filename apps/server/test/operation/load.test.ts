import { once } from '@daybook/client';
import { expect } from 'vitest';
import { atOnce, served } from '../support/asking.ts';
import { bodyOf } from '../support/samples/index.ts';
import { test as it } from '../support/test.ts';

it('each of 200 requests at once gets its own answer', async ({ service, admin: { token }, user, make }) => {
  // On a slow machine some are told to come again; with a key, a creation that was made after all is not made twice.
  const client = service.client(token, { retries: 50 });
  const send = (method: string, path: string, body?: object, key?: string) =>
    served(service, method, path, {
      token,
      body,
      headers: { ...(key !== undefined && { 'idempotency-key': key }) },
    });
  const create = async (i: number, path: string, body: object) =>
    (await send('POST', path, body, `own-${i}`)).body.data;
  const worker = user.id;
  const payee = (await make('payees'))._id;
  const own = (i: number) => `own ${i} ${'x'.repeat(1 + ((i * 37) % 300))}`;
  const mixed: readonly ((i: number) => Promise<unknown>)[] = [
    async (i) => (await create(i, '/bills', bodyOf('bills', { description: own(i) }))).description,
    async (i) => (await create(i, '/cheques', bodyOf('cheques', { payee, description: own(i) }))).description,
    async (i) => (await create(i, '/logs', bodyOf('logs', { worker, extraNotes: own(i) }))).extraNotes,
    async (i) =>
      (await client.payees.create.mutate({ name: 'P', extraNotes: own(i) }, once(`own-${i}`))).extraNotes,
    async (i) => {
      const bill = { date: '2024-1-1', value: i, extraNotes: own(i) };
      const { _id } = await client.bills.create.mutate(bill, once(`own-${i}`));
      return (await send('GET', `/bills/${_id}`)).body.data.extraNotes;
    },
    async (i) =>
      (await send('POST', '/bills', { date: own(i), value: 1 })).body.error.issues.length === 1 && own(i),
    async (i) => (await send('GET', `/bills/${i}`)).status === 404 && own(i),
    async (i) => (await send('GET', '/users?search=^first')).body.data.length === 1 && own(i),
  ];
  const answers = await atOnce(200, async (i) => mixed[i % mixed.length]?.(i));
  expect(answers).toEqual(Array.from({ length: 200 }, (_, i) => own(i)));
  const [stored] =
    await service.sql`select count(*)::integer as count from bills where description like 'own %'`;
  expect(stored?.count).toBe(25);
});

it('a busy machine has a minute to start', ({ service }) => {
  expect(service.app.initialConfig.pluginTimeout).toBe(60_000);
});
