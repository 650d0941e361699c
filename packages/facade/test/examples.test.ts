import { expect, test } from 'vitest';
import { packing } from '../../../scripts/packing.ts';
import { served } from './support/adapters.ts';

const { packageFolder } = packing('facade');
const example = <Result>(name: string, use: (address: string) => Promise<Result>) =>
  served(process.execPath, [`examples/${name}.ts`], packageFolder, use);

// biome-ignore lint/suspicious/noExplicitAny: JSON
const json = async (answer: Promise<Response>): Promise<[number, any]> => {
  const response = await answer;
  return [response.status, await response.json()];
};

test('notes: credentials, an envelope, the document', async () => {
  await example('notes', async (address) => {
    const headers = { authorization: 'Bearer ann', 'content-type': 'application/json' };
    expect(await json(fetch(`${address}/notes`))).toEqual([
      401,
      { code: 'UNAUTHORIZED', message: 'Send Authorization: Bearer <name>' },
    ]);
    const body = JSON.stringify({ text: 'Buy paper' });
    const note = { id: '1', text: 'Buy paper', by: 'ann' };
    expect(await json(fetch(`${address}/notes`, { method: 'POST', headers, body }))).toEqual([
      200,
      { data: note },
    ]);
    expect(await json(fetch(`${address}/notes?search=paper`, { headers }))).toEqual([200, { data: [note] }]);
    const bob = { authorization: 'Bearer bob' };
    expect(await json(fetch(`${address}/notes/1`, { headers: bob }))).toMatchObject([
      404,
      { code: 'NOT_FOUND' },
    ]);
    const [, document] = await json(fetch(`${address}/openapi.json`));
    expect(Object.keys(document.paths)).toEqual(['/notes', '/notes/{id}']);
    expect(document.paths['/notes'].get.security).toEqual([{ bearer: [] }]);
  });
});

test('beside-trpc: the same procedures in both ways', async () => {
  await example('beside-trpc', async (address) => {
    const headers = { 'content-type': 'application/json' };
    expect(
      await json(fetch(`${address}/api/counter`, { method: 'POST', headers, body: '{"by":2}' })),
    ).toEqual([200, { count: 2 }]);
    expect(await json(fetch(`${address}/trpc/counter.get`))).toEqual([
      200,
      { result: { data: { count: 2 } } },
    ]);
    await fetch(`${address}/trpc/counter.reset`, { method: 'POST', headers });
    expect(await json(fetch(`${address}/api/counter`))).toEqual([200, { count: 0 }]);
    expect((await fetch(`${address}/api/reset`, { method: 'POST' })).status).toBe(404);
  });
});

/** Imported when it is used, since it serves itself only where the platform does so. */
test('fetch: the same in Bun, Deno or a worker', async () => {
  const { default: worker } = await import('../examples/fetch.ts');
  const send = async (path: string, init?: RequestInit) =>
    worker.fetch(new Request(`http://facade.test${path}`, init));
  const headers = { 'content-type': 'application/json' };
  const put = () => send('/api/tasks/a', { method: 'PUT', headers, body: '{"text":"Pay"}' });
  const made = await put();
  expect([made.status, made.headers.get('location')]).toEqual([201, '/api/tasks/a']);
  expect((await put()).status).toBe(200);
  expect((await send('/api/tasks/a', { method: 'DELETE' })).status).toBe(204);
  expect(await (await send('/api/count?to=1')).text()).toBe(': open\n\ndata: {"n":1}\n\n');
  expect(await (await send('/openapi.json')).json()).toMatchObject({ servers: [{ url: '/api' }] });
});
