import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeExit } from '@daybook/testing/before-exit';
import { isOnPath } from '@daybook/testing/machine';
import { childrenOf, isAlive, until } from '../machine.ts';
import type { RigContext } from '../rig.ts';
import type { Node, Topology } from './topology.ts';

const execute = promisify(execFile);

/** A program that runs on a machine. */
export interface Program {
  /** kill -9 */
  kill(): Promise<void>;
}

/** A machine of its own: a namespace of the network and one of processes, all of which end at once with it. */
export interface Machine {
  readonly address: string;
  boot(): Promise<void>;
  /** As when its power fails: every process ends, and nobody answers at its address. */
  kill(): Promise<void>;
  /** Starts a program there, whose output is added to a file. */
  start(log: string, command: readonly string[]): Promise<Program>;
  /** Runs a command there. @throws if it fails or takes longer than 30 s */
  run(...command: string[]): Promise<string>;
}

/** A network of machines, and of this one as `gateway`. */
export interface Network {
  readonly gateway: string;
  /** The first three numbers of its addresses. */
  readonly prefix: string;
  /** @param host the last number of its address */
  machine(host: number): Machine;
}

const ip = (...args: string[]) => execFileSync('ip', args, { stdio: 'pipe' });

/** A bridge and addresses that no other network of this machine has. It is removed with the rig. */
export function makeNetwork(context: RigContext): Network {
  const name = `daybook${process.pid}`;
  const taken = execFileSync('ip', ['-o', '-4', 'addr'], { encoding: 'utf8' });
  const third = Array.from({ length: 256 }, (_, n) => (n + process.pid) % 256).find(
    (n) => !taken.includes(`10.213.${n}.`),
  );
  const prefix = `10.213.${third}`;
  const gateway = `${prefix}.1`;
  ip('link', 'add', name, 'type', 'bridge');
  // Where Docker runs, the kernel drops what a bridge forwards unless a rule takes it.
  const rule = (change: '-I' | '-D') =>
    isOnPath('iptables') &&
    spawnSync('iptables', [change, 'FORWARD', '-i', name, '-o', name, '-j', 'ACCEPT']);
  rule('-I');
  const remove = () => {
    rule('-D');
    ip('link', 'del', name);
  };
  const cancelCleanup = beforeExit(remove);
  context.defer(() => {
    cancelCleanup();
    remove();
  });
  ip('addr', 'add', `${gateway}/24`, 'dev', name);
  ip('link', 'set', name, 'up');
  return { gateway, prefix, machine: (host) => makeMachine(context, name, `${prefix}.${host}`) };
}

function makeMachine(context: RigContext, bridge: string, address: string): Machine {
  const link = `dbk${address.split('.').at(-1)}x${process.pid}`;
  let namespaces: ChildProcess | undefined;
  let first = 0;
  const enter = () => ['--target', String(first), '--net', '--pid', '--mount', '--'];
  const unlink = () => {
    try {
      ip('link', 'del', link);
    } catch {
      // It went with the namespace, which takes its time.
    }
  };
  beforeExit(unlink);
  const kill = async () => {
    if (!namespaces || namespaces.exitCode !== null || namespaces.signalCode !== null) return;
    const gone = once(namespaces, 'exit');
    // The kernel ends all others with the first process of the namespace.
    process.kill(first, 'SIGKILL');
    await gone;
    namespaces = undefined;
    unlink();
  };
  context.defer(kill);
  return {
    address,
    kill,
    async boot() {
      // It ends when this process does, however it ends: its input is then closed. bash waits for orphans.
      const wait = ['bash', '-c', 'read -r _'];
      const flags = ['--net', '--pid', '--mount-proc', '--fork', '--kill-child=SIGKILL'];
      const child = spawn('unshare', [...flags, ...wait], { stdio: ['pipe', 'ignore', 'ignore'] });
      namespaces = child;
      await until(() => childrenOf(child.pid as number).length > 0, 5000);
      first = childrenOf(child.pid as number)[0] ?? 0;
      // It is bash once its namespaces are made.
      await until(
        async () => (await execute('nsenter', [...enter(), 'cat', '/proc/1/comm'])).stdout.trim() === 'bash',
        5000,
      );
      ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', String(first));
      ip('link', 'set', link, 'master', bridge, 'up');
      const inside = (...args: string[]) => execute('nsenter', [...enter(), 'ip', ...args]);
      await inside('addr', 'add', `${address}/24`, 'dev', 'eth0');
      await inside('link', 'set', 'lo', 'up');
      await inside('link', 'set', 'eth0', 'up');
    },
    async start(log, command) {
      const file = openSync(log, 'a');
      const child = spawn('nsenter', [...enter(), ...command], { stdio: ['ignore', file, file] });
      closeSync(file);
      await once(child, 'spawn');
      return {
        async kill() {
          const [pid] = childrenOf(child.pid as number);
          if (pid === undefined) throw new Error(`${command.join(' ')} does not run; see ${log}`);
          process.kill(pid, 'SIGKILL');
          await until(() => !isAlive(pid), 5000);
        },
      };
    },
    async run(...command) {
      const { stdout } = await execute('nsenter', [...enter(), ...command], { timeout: 30_000 });
      return stdout;
    },
  };
}

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
