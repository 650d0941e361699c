import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from '../client.ts';
import { ms } from '../figures.ts';
import type { Rig, RigContext } from '../rig.ts';
import { type Server, startOn, startServer } from '../server.ts';

const records = 10;

interface Message {
  readonly id: string;
  readonly position: number;
  readonly record: string;
  readonly version: number;
}

export const webhooks: Rig = {
  title: 'webhooks: kill -9 of a sending process; receivers that fail in every way, and one that is away',
  quick: true,
  concurrency: 2,
  async run(context) {
    const cluster = await context.cluster();
    const settings = {
      DATABASE_URL: cluster.url(await cluster.database()),
      WEBHOOKS_ALLOW_PRIVATE: 'on',
    };
    const { server: stable, token } = await startOn(context, undefined, settings);
    const call = caller(stable, token);
    const failing = await receive(context, fail);
    const good = await receive(context, (_, response) => void response.end());
    const silent = await receive(context, () => {});
    const { position } = await call('GET', '/events');
    for (const { url } of [silent, failing, good])
      await call('POST', '/webhooks', { name: url, url, kinds: ['bills'] });

    // Processes that send as well, each of which is killed.
    let isOver = false;
    const kills = killRepeatedly(context, settings, context.quick ? 3 : 15, () => isOver);
    const bills = await Promise.all(
      Array.from({ length: records }, () => call('POST', '/bills', { date: '2026-01-01', value: '1' })),
    );
    const changes = context.quick ? 15 : 100;
    for (let n = 0; n < changes; n++) {
      await Promise.all(bills.map(({ _id }) => call('PUT', `/bills/${_id}`, { description: `${n}` })));
      await wait(50);
    }
    const total = records * (changes + 1);
    const begin = performance.now();
    const last = await reached(() => good.seen.size === total, 60_000);
    context.checkTime(
      'a receiver that works has all of it within 60 s, beside one that is silent and one that fails',
      `${good.seen.size} of ${total} after ${ms(last - begin)}`,
      good.seen.size === total,
    );
    await reached(() => failing.seen.size === total, 240_000);
    isOver = true;
    const killed = await kills;

    const feed = new Set<number>();
    for (let after = position, hasMore = true; hasMore; ) {
      const page = await call('GET', `/events?kinds=bills&after=${after}`);
      for (const event of page.events) feed.add(event.position);
      ({ position: after, hasMore } = page);
    }
    for (const [name, { seen, messages }] of Object.entries({ working: good, failing })) {
      const positions = new Set([...seen.values()].map((message) => message.position));
      const missing = [...feed].filter((one) => !positions.has(one)).length;
      context.check(
        `the ${name} receiver was sent each change at least once, ${killed} processes having been killed`,
        `${feed.size} changes, ${missing} missing, ${messages.length - seen.size} sent again`,
        missing === 0 && positions.size === seen.size,
      );
      const unordered = [...Map.groupBy(seen.values(), ({ record }) => record).values()].filter((one) =>
        one.some(({ version }, n) => version !== n + 1),
      );
      context.check(
        `the ${name} receiver was sent the changes of each record in their order`,
        `${unordered.length} of ${records} records out of order`,
        unordered.length === 0,
      );
      const ids = Map.groupBy(messages, (message) => message.position).values();
      const unstable = [...ids].filter((one) => new Set(one.map(({ id }) => id)).size > 1).length;
      context.check(
        `the ${name} receiver knows each change by one webhook-id`,
        `${unstable} changes with several`,
        unstable === 0,
      );
    }
    context.check(
      'the silent receiver has four requests of each process at a time at the most',
      `${silent.most()} at once`,
      silent.most() <= 8,
    );
  },
};

function caller({ url }: Server, token: string) {
  return async (method: string, path: string, body?: unknown) => {
    const reply = await send(url, { method, path, token, body });
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.body}`);
    return JSON.parse(reply.body).data;
  };
}

async function killRepeatedly(
  context: RigContext,
  settings: Record<string, string>,
  times: number,
  isOver: () => boolean,
): Promise<number> {
  for (let killed = 0; ; killed++) {
    const server = await startServer(context, settings);
    await server.ready();
    await wait(1500);
    await server.end('SIGKILL');
    if (killed + 1 === times || isOver()) return killed + 1;
  }
}

/** When it holds, or the time is over. */
async function reached(condition: () => boolean, limit: number): Promise<number> {
  const end = performance.now() + limit;
  while (!condition() && performance.now() < end) await wait(100);
  return performance.now();
}

const faults: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(500).end(),
  (response) => response.socket?.destroy(),
  (response) => response.writeHead(302, { location: '/' }).end(),
  (response) => {
    response.writeHead(200, { 'content-length': 10 }).write('half');
    setImmediate(() => response.socket?.destroy());
  },
  (response) => void setTimeout(() => response.end(), 3000),
];
let [failures, requests] = [0, 0];
/** Every twentieth message the first time, in one way after the other; all others are accepted. */
function fail(isFirst: boolean, response: ServerResponse): void {
  requests += 1;
  if (isFirst && requests % 20 === 0) faults[failures++ % faults.length]?.(response);
  else response.end();
}

async function read(request: IncomingMessage): Promise<Message> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { data } = JSON.parse(Buffer.concat(chunks).toString());
  return { ...data, id: String(request.headers['webhook-id']) };
}

async function receive(context: RigContext, answer: (isFirst: boolean, response: ServerResponse) => void) {
  const messages: Message[] = [];
  /** By their identifiers, in the order in which they first came. */
  const seen = new Map<string, Message>();
  let [open, most] = [0, 0];
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const message = await read(request).catch(() => undefined);
    if (!message) return;
    const isFirst = !seen.has(message.id);
    messages.push(message);
    if (isFirst) seen.set(message.id, message);
    answer(isFirst, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, messages, seen, most: () => most };
}
