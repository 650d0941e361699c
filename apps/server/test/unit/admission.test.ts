import { failures, HttpError } from '@daybook/facade';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { admission } from '../../src/http/admission.ts';

let app: FastifyInstance;
let url: string;
/** Lets one of those that are worked on finish. */
let finish: () => void;
/** The same for one on this path. */
let finishOn: (path: string) => void;
let begun: number;

beforeEach(async () => {
  app = Fastify();
  const work: { path: string; done: () => void }[] = [];
  begun = 0;
  finish = () => work.shift()?.done();
  finishOn = (path) =>
    work
      .splice(
        work.findIndex((one) => one.path === path),
        1,
      )[0]
      ?.done();
  failures(app, (error) => ({ status: error instanceof HttpError ? error.status : 500, body: {} }));
  await app.register(async (scope) => {
    const room = { active: 3 };
    const lanes = {
      work: { active: 2, waiting: 1, patience: 60_000, burst: 60_000 },
      hurry: { active: 1, waiting: 5, patience: 100, burst: 200 },
      left: { room, active: 2, waiting: 5, patience: 60_000, burst: 60_000 },
      right: { room, active: 2, waiting: 5, patience: 60_000, burst: 60_000 },
    };
    admission(scope, lanes, ({ url: path }) => path.slice(1));
    for (const path of Object.keys(lanes))
      scope.all(
        `/${path}`,
        () =>
          new Promise((resolve) => {
            begun += 1;
            work.push({ path: `/${path}`, done: () => resolve('done') });
          }),
      );
  });
  app.get('/outside', async () => 'here');
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  for (let n = 0; n < 10; n++) finish();
  await app.close();
});

const ask = (path: string, init?: RequestInit) =>
  fetch(url + path, { ...init, headers: { connection: 'close' } }).then(({ status }) => status);
const begins = (count: number) => expect.poll(() => begun).toBe(count);

test('what does not fit is refused, what waits has its turn, and nobody else is kept away', async () => {
  const answers = [ask('/work'), ask('/work')];
  await begins(2);
  const third = ask('/work');
  await expect.poll(() => ask('/work')).toBe(503);
  expect(await ask('/outside')).toBe(200);
  expect(begun).toBe(2);
  finish();
  await begins(3);
  finish();
  finish();
  expect(await Promise.all([...answers, third])).toEqual([200, 200, 200]);
});

test('who has waited long enough is refused', async () => {
  const first = ask('/hurry');
  await begins(1);
  expect(await ask('/hurry')).toBe(503);
  finish();
  expect(await first).toBe(200);
  const next = ask('/hurry');
  await begins(2);
  finish();
  expect(await next).toBe(200);
});

test('work that stands still leaves places to other work in the same room', async () => {
  const still = [1, 2, 3].map(() => ask('/left'));
  await begins(2);
  const others = [1, 2, 3].map(() => ask('/right'));
  await begins(3);
  finishOn('/right');
  await begins(4);
  finishOn('/right');
  await begins(5);
  finishOn('/left');
  await begins(6);
  for (let n = 0; n < 6; n++) finish();
  expect(await Promise.all([...still, ...others])).toEqual(Array(6).fill(200));
});

test('a client that goes away gives up its place, and its turn', async () => {
  const leaving = new AbortController();
  const gone = [1, 2, 3].map(() => ask('/work', { signal: leaving.signal }).catch(() => 'gone'));
  await begins(2);
  await expect.poll(() => ask('/work')).toBe(503);
  leaving.abort();
  expect(await Promise.all(gone)).toEqual(['gone', 'gone', 'gone']);
  const next = ask('/work');
  await begins(3);
  for (let n = 0; n < 3; n++) finish();
  expect(await next).toBe(200);
});

test('a body that is still on its way takes no place', async () => {
  const slow = [1, 2, 3].map(() => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    return ask('/work', {
      method: 'POST',
      body,
      duplex: 'half',
      signal: AbortSignal.timeout(2000),
    } as RequestInit);
  });
  const settled = Promise.allSettled(slow);
  const next = ask('/work');
  await begins(1);
  finish();
  expect(await next).toBe(200);
  await settled;
});
