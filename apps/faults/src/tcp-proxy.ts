import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
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
