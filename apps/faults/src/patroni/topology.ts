import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeExit } from '@daybook/testing/before-exit';
import { freePort, isOnPath } from '@daybook/testing/machine';
import { connection } from '../cluster.ts';
import { postgresPrograms, postgresUser, until } from '../machine.ts';
import { NotRun, type RigContext } from '../rig.ts';
import { type Server, startServer, temporaryFolder } from '../server.ts';
import { type Machine, makeNetwork, type Program } from './machine.ts';

/** The files that docs/scaling.md tells of. */
const example = (name: string) =>
  readFileSync(new URL(`../../../../deploy/patroni/${name}`, import.meta.url), 'utf8');

/** A machine with a member of etcd, Patroni and PostgreSQL. */
export interface Node {
  readonly name: string;
  readonly machine: Machine;
  readonly etcd: { kill(): Promise<void>; start(): Promise<void> };
  /** Of the superuser. */
  readonly url: string;
  /** Boots the machine and starts everything on it. */
  start(): Promise<void>;
  killPostgres(): Promise<unknown>;
  /** Gives the part of the primary to a standby. */
  switchOver(): Promise<unknown>;
}

/** What docs/scaling.md shows: three machines, HAProxy, and two instances of Daybook. */
export interface Topology {
  readonly nodes: readonly Node[];
  readonly instances: readonly Server[];
  /** Where clients come in. */
  readonly url: string;
  readonly database: string;
  /** The nodes whose Patroni says that they are the primary. */
  primaries(): Promise<readonly Node[]>;
  /** The primary, once all three agree on it and work, and a synchronous standby has everything. */
  whenWhole(): Promise<Node>;
}

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
  readonly timeline?: number;
}
type Members = readonly Member[] | undefined;
interface Cluster {
  readonly members: Member[];
}

const programs = ['patroni', 'patronictl', 'etcd', 'haproxy', 'ip', 'unshare', 'nsenter', 'setpriv'];

/** @throws NotRun */
function checkPrograms(): void {
  postgresPrograms();
  const missing = programs.filter((program) => !isOnPath(program));
  if (missing.length > 0) throw new NotRun(`${missing.join(', ')}: not installed (docs/scaling.md says how)`);
  if (process.getuid?.() !== 0) throw new NotRun('network namespaces cannot be made: that takes root');
}

/** Starts all of it. It ends with the rig, whatever happens. @throws NotRun */
export async function startTopology(context: RigContext): Promise<Topology> {
  checkPrograms();
  const network = makeNetwork(context);
  const folder = temporaryFolder(context);
  const user = postgresUser();
  chownSync(folder, user.uid, user.gid);
  const password = randomBytes(12).toString('hex');
  const everywhere = { '10.0.0.': `${network.prefix}.` };

  const nodes = [1, 2, 3].map((number): Node => {
    const name = `db${number}`;
    const machine = network.machine(10 + number);
    const home = join(folder, name);
    const asPostgres = ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
    const file = (part: string) => join(home, part);
    mkdirSync(home);
    const render = (part: string) =>
      writeFileSync(
        file(part),
        replaced(example(part), {
          '@NAME@': name,
          '@ADDRESS@': machine.address,
          '@SUPERUSER_PASSWORD@': password,
          '@REPLICATION_PASSWORD@': password,
          '@REWIND_PASSWORD@': password,
          '/var/lib/etcd/daybook': file('etcd'),
          '/var/lib/postgresql/15/daybook': file('data'),
          '/var/lib/postgresql/.pgpass-patroni': file('pgpass'),
          '/usr/lib/postgresql/15/bin': postgresPrograms(),
          '/var/run/postgresql': home,
          ...everywhere,
        }),
      );
    for (const part of ['etcd.yml', 'patroni.yml']) render(part);
    for (const path of [home, file('etcd.yml'), file('patroni.yml')]) chownSync(path, user.uid, user.gid);
    let member: Program | undefined;
    const etcd = {
      kill: async () => member?.kill(),
      async start() {
        member = await machine.start(file('etcd.log'), [
          ...asPostgres,
          'etcd',
          '--config-file',
          file('etcd.yml'),
        ]);
      },
    };
    return {
      name,
      machine,
      etcd,
      url: `postgres://postgres:${password}@${machine.address}:5432/postgres`,
      async start() {
        await machine.boot();
        await etcd.start();
        await machine.start(file('patroni.log'), [...asPostgres, 'patroni', file('patroni.yml')]);
      },
      killPostgres: () => machine.run('bash', '-c', `kill -9 $(head -n 1 ${file('data/postmaster.pid')})`),
      switchOver: () =>
        machine.run(...asPostgres, 'patronictl', '-c', file('patroni.yml'), 'switchover', '--force'),
    };
  });
  for (const node of nodes) await node.start();

  const primaries = async () => {
    const asked = await Promise.all(nodes.map(({ machine }) => ask(machine, '/primary')));
    return nodes.filter((_, n) => asked[n]);
  };
  const whenWhole = async () => {
    let seen: Members[] = [];
    let leaders: Node[] = [];
    const isReached = await until(async () => {
      // Who was cut off still sees what was before, for some time.
      const answers = await Promise.all(nodes.map(({ machine }) => ask(machine, '/cluster')));
      seen = answers.map((answer) => (answer ? (JSON.parse(answer) as Cluster).members : undefined));
      leaders = await primaries();
      return leaders.length === 1 && seen.every((members) => isWhole(members, leaders[0]));
    }, 90_000);
    const [leader] = leaders;
    if (isReached === undefined || !leader)
      throw new Error(`Patroni does not get whole: ${JSON.stringify(seen)}`);
    return leader;
  };
  const primary = await whenWhole();
  const sql = connection(primary.url);
  await sql.unsafe(`create role daybook login password '${password}'`);
  await sql.unsafe('create database daybook owner daybook');
  await sql.end();

  const [databasePort, clientPort, ...appPorts] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ]);
  await startHaproxy(context, folder, {
    '127.0.0.1:5000': `127.0.0.1:${databasePort}`,
    '127.0.0.1:8080': `127.0.0.1:${clientPort}`,
    '127.0.0.1:3001': `127.0.0.1:${appPorts[0]}`,
    '127.0.0.1:3002': `127.0.0.1:${appPorts[1]}`,
    ...everywhere,
  });
  const database = `postgres://daybook:${password}@127.0.0.1:${databasePort}/daybook?target_session_attrs=read-write`;
  const instances = await Promise.all(
    appPorts.map((port) =>
      startServer(context, { DATABASE_URL: database, PORT: String(port), TRUST_PROXY: '127.0.0.1' }),
    ),
  );
  await Promise.all(instances.map((instance) => instance.ready()));
  return { nodes, instances, url: `http://127.0.0.1:${clientPort}`, database, primaries, whenWhole };
}

/** @returns the body of an answer with 200 */
async function ask({ address }: Machine, path: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(1000) });
    const body = await answer.text();
    return answer.ok ? body : undefined;
  } catch {
    return undefined;
  }
}

const isWhole = (members: Members, leader: Node | undefined) =>
  members?.length === 3 &&
  members.every(
    ({ state, timeline }) => /^(running|streaming)$/.test(state) && timeline === members[0]?.timeline,
  ) &&
  members.some(({ role, name }) => role === 'leader' && name === leader?.name) &&
  members.some(({ role }) => role === 'sync_standby') &&
  members.every(({ role, lag }) => role === 'leader' || lag === 0);

async function startHaproxy(context: RigContext, folder: string, values: Record<string, string>) {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, replaced(example('haproxy.cfg'), values));
  const child: ChildProcess = spawn('haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
  await once(child, 'spawn');
  const cancelCleanup = beforeExit(() => child.kill('SIGKILL'));
  context.defer(async () => {
    cancelCleanup();
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
}

/** @throws if the text does not have one of them, so that the files and the rig stay the same */
function replaced(text: string, values: Readonly<Record<string, string>>): string {
  let result = text;
  for (const [from, to] of Object.entries(values)) {
    if (from.startsWith('127.') && !text.includes(from)) throw new Error(`haproxy.cfg has no ${from}`);
    result = result.replaceAll(from, to);
  }
  return result;
}
