import {
  Agent,
  createServer as createHttpServer,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { send } from './client.ts';
import type { RigContext } from './rig.ts';

/** A proxy between the service and its database. */
export interface TcpProxy {
  readonly port: number;
  /** Milliseconds of latency, per round trip. */
  delay: number;
  /** Drops everything silently. */
  blackHole: boolean;
  /** Resets this share of the connections. */
  reset(share: number): number;
}

export async function startTcpProxy(context: RigContext, target: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const proxy = { port: 0, delay: 0, blackHole: false };
  const forward = (from: Socket, to: Socket) => {
    // As TCP does: in order, and nothing after what was lost.
    const inTransit: Buffer[] = [];
    let lost = false;
    from.on('data', (chunk: Buffer) => {
      lost ||= proxy.blackHole;
      if (lost) return;
      inTransit.push(chunk);
      const arrive = () => to.writable && to.write(inTransit.shift() ?? '');
      if (proxy.delay === 0 && inTransit.length === 1) arrive();
      else setTimeout(arrive, proxy.delay / 2);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1');
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    forward(client, upstream);
    forward(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.defer(() => {
    server.close();
    for (const [client] of pairs) client.destroy();
  });
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    reset(share: number) {
      const chosen = [...pairs].filter(() => Math.random() < share);
      for (const [client, upstream] of chosen) {
        client.resetAndDestroy();
        upstream.destroy();
      }
      return chosen.length;
    },
  });
}

/**
 * A small load balancer: round robin over the instances whose /readyz answers 200, which it checks four times a second.
 * It tries another instance only where no connection was made: a request that was sent is never sent again.
 */
export async function startBalancer(
  context: RigContext,
  instances: () => readonly string[],
): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  let turn = 0;
  const check = async () => {
    for (const instance of instances()) {
      const { status } = await send(instance, { path: '/readyz', agent });
      if (status === 200) ready.add(instance);
      else ready.delete(instance);
    }
  };
  await check();
  const checking = setInterval(check, 250);

  const forward = (
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    tried: readonly string[],
  ) => {
    const candidates = [...ready].filter((instance) => !tried.includes(instance));
    const instance = candidates[turn++ % candidates.length];
    if (instance === undefined) {
      outgoing.writeHead(502).end();
      return;
    }
    const { method, url, headers } = incoming;
    const upstream = request(instance + url, {
      method,
      headers: { ...headers, connection: 'keep-alive' },
      agent,
    });
    upstream.on('response', (answer) => {
      const { connection, 'keep-alive': _, ...fields } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, fields);
      answer.pipe(outgoing);
    });
    upstream.on('error', (error: Error & { code?: string }) => {
      if (error.code === 'ECONNREFUSED') forward(incoming, body, outgoing, [...tried, instance]);
      else outgoing.writeHead(502).end(error.code);
    });
    upstream.end(body);
  };

  const server = createHttpServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', () => forward(incoming, Buffer.concat(chunks), outgoing, []));
  });
  // A request on a connection that is just being closed as idle would be lost.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.defer(() => {
    clearInterval(checking);
    server.close();
    server.closeAllConnections();
    agent.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
