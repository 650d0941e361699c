import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limitPipelining } from '../../src/http/connections.ts';

let app: FastifyInstance;
let running = 0;
let mostRunning = 0;

beforeEach(async () => {
  [running, mostRunning] = [0, 0];
  app = Fastify();
  limitPipelining(app, 500, 20);
  const work = async (answer: string) => {
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await wait(1);
    running -= 1;
    return answer;
  };
  app.get('/slow/:n', ({ params }) => work((params as { n: string }).n));
  app.post('/echo', ({ body }) => work(JSON.stringify(body)));
  app.get('/quick', async () => 'quick');
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

/** Sends this on a connection of its own. @returns the bodies of the answers so far, and the connection */
async function open(sent: string) {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => {
    text += data;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(sent);
  const bodies = () => text.split('HTTP/1.1 ').flatMap((answer) => answer.split('\r\n\r\n')[1] ?? []);
  return { socket, bodies };
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));
const slow = (count: number) =>
  numbers(count)
    .map((n) => get(`/slow/${n}`))
    .join('');

test('requests that are sent ahead are answered one by one, in their order', async () => {
  const { socket, bodies } = await open(slow(300));
  await expect.poll(() => bodies().length).toBe(300);
  expect(bodies()).toEqual(numbers(300));
  expect(mostRunning).toBe(1);
  socket.write(get('/quick'));
  await expect.poll(() => bodies().at(-1)).toBe('quick');
  socket.destroy();
});

test('a body comes with its request, also where the rest of it is sent later', async () => {
  const post = (body: string, length = body.length) =>
    `POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
  const { socket, bodies } = await open(`${post('[1]')}${get('/slow/2')}${post('[3]')}${post('[4', 3)}`);
  await expect.poll(() => bodies().length).toBe(3);
  socket.write(`]${get('/quick')}`);
  await expect.poll(() => bodies()).toEqual(['[1]', '2', '[3]', '[4]', 'quick']);
  socket.destroy();
});

test('others have their turns meanwhile', async () => {
  const { socket, bodies } = await open(get('/quick').repeat(400));
  await expect.poll(() => bodies().length, { interval: 1 }).toBeGreaterThan(0);
  const other = await open(get('/quick'));
  await expect.poll(() => other.bodies(), { interval: 1 }).toEqual(['quick']);
  expect(bodies().length).toBeLessThan(400);
  await expect.poll(() => bodies().length).toBe(400);
  socket.destroy();
  other.socket.destroy();
});

test('where too many wait, the connections with many of them are cut, and no others', async () => {
  const few = await open(slow(10));
  const many = await Promise.all([1, 2, 3].map(() => open(slow(400))));
  const cut = () => many.filter(({ socket }) => socket.closed).length;
  await expect.poll(cut).toBeGreaterThan(0);
  await expect.poll(() => few.bodies().length).toBe(10);
  expect(few.socket.closed).toBe(false);
  // Those that wait on a connection that has gone count no more.
  for (const { socket } of many) socket.destroy();
  const connections = () =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(1);
  const after = await open(slow(300));
  await expect.poll(() => after.bodies().length).toBe(300);
  for (const { socket } of [few, after]) socket.destroy();
});
