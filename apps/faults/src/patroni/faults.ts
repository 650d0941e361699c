import type { Node, Topology } from './topology.ts';

/** One way in which the primary, or what it depends on, fails. */
export interface Fault {
  readonly name: string;
  /** Milliseconds without a successful write, at the most. */
  readonly gap: number;
  /** Milliseconds for which it lasts at least. */
  readonly lasts: number;
  /** Whether another node has to be the primary afterwards. */
  readonly replaces: boolean;
  /** @returns ends it */
  begin(primary: Node, topology: Topology): Promise<() => Promise<unknown>>;
}

const nothing = async () => {};

/** Cuts a node from the others, in both directions; clients still reach it. */
async function cutFromPeers(primary: Node, { nodes }: Topology, action: 'add' | 'del'): Promise<void> {
  for (const other of nodes.filter((node) => node !== primary))
    for (const [from, to] of [
      [primary, other],
      [other, primary],
    ] as const)
      await from.machine.run('ip', 'route', action, 'blackhole', `${to.machine.address}/32`);
}

export const faults: readonly Fault[] = [
  {
    name: 'a member of etcd is gone, the one on the machine of the primary (kill -9)',
    gap: 3000,
    lasts: 8000,
    replaces: false,
    async begin({ etcd }) {
      await etcd.kill();
      return () => etcd.start();
    },
  },
  {
    name: 'kill -9 of the primary',
    gap: 15_000,
    lasts: 4000,
    replaces: false,
    async begin(primary) {
      await primary.killPostgres();
      return nothing;
    },
  },
  {
    name: 'a planned switchover',
    gap: 3000,
    lasts: 4000,
    replaces: true,
    async begin(primary) {
      const done = primary.switchOver();
      return () => done;
    },
  },
  {
    name: 'the primary is cut from the other machines, and clients still reach it',
    gap: 30_000,
    lasts: 4000,
    replaces: true,
    async begin(primary, topology) {
      await cutFromPeers(primary, topology, 'add');
      return () => cutFromPeers(primary, topology, 'del');
    },
  },
  {
    name: 'kill -9 of all processes of the machine of the primary',
    gap: 30_000,
    lasts: 4000,
    replaces: true,
    async begin(primary) {
      await primary.machine.kill();
      return () => primary.start();
    },
  },
];
