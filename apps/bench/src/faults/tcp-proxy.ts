import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Stage } from './rig.ts';

/** What stands between the service and its database. */
export interface TcpProxy {
  readonly port: number;
  /** Milliseconds that each packet takes, there and back. */
  delay: number;
  /** Swallows everything, and says nothing about it. */
  hole: boolean;
  /** Resets this share of the connections. */
  reset(share: number): number;
}

export async function startTcpProxy(stage: Stage, target: number): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const proxy = { port: 0, delay: 0, hole: false };
  const forward = (from: Socket, to: Socket) => {
    // As TCP does: in their order, and nothing after what was lost.
    const onTheWay: Buffer[] = [];
    let lost = false;
    from.on('data', (chunk: Buffer) => {
      lost ||= proxy.hole;
      if (lost) return;
      onTheWay.push(chunk);
      const arrive = () => to.writable && to.write(onTheWay.shift() ?? '');
      if (proxy.delay === 0 && onTheWay.length === 1) arrive();
      else setTimeout(arrive, proxy.delay / 2);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    const pair = [near, far] as const;
    pairs.add(pair);
    near.on('close', () => pairs.delete(pair));
    forward(near, far);
    forward(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stage.defer(() => {
    server.close();
    for (const [near] of pairs) near.destroy();
  });
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    reset(share: number) {
      const chosen = [...pairs].filter(() => Math.random() < share);
      for (const [near, far] of chosen) {
        near.resetAndDestroy();
        far.destroy();
      }
      return chosen.length;
    },
  });
}
