import { Agent } from 'node:http';
import { memoryOf } from '@daybook/testing/machine';
import { type Reply, type RequestSpec, send } from '../client.ts';
import type { Cluster } from '../cluster.ts';
import { threadCpuOf, threadsCpuOf } from '../machine.ts';
import type { RigContext } from '../rig.ts';
import { type Server, startOn } from '../server.ts';
import { creations } from './operation-targets.ts';
import { type Probe, startProbe } from './probe.ts';
import type { Fixtures } from './target.ts';

/** What one request cost. */
export interface Cost {
  readonly status: string;
  /** Milliseconds of CPU, of the service and of PostgreSQL, which other load on the machine does not change. */
  readonly cpu: number;
  /** Milliseconds until it was answered, and for which /healthz waited meanwhile. */
  readonly took: number;
  readonly waited: number;
  /** MB of memory that the service had more at the most meanwhile. */
  readonly grew: number;
}

/** The service under measurement, with a record of each kind. */
export interface Measured {
  readonly fixtures: Fixtures;
  readonly server: Server;
  cost(request: RequestSpec): Promise<Cost>;
  /** MB of the service. */
  memory(): number;
  end(): Promise<void>;
}

export async function startMeasured(context: RigContext, cluster: Cluster): Promise<Measured> {
  const database = cluster.url(await cluster.database());
  const { server, token } = await startOn(context, database, { TRUST_PROXY: '127.0.0.1' });
  const ids: Record<string, string> = {};
  for (const { resource, request } of creations) {
    const reply = await send(server.url, request({ token, ids }));
    if (reply.status !== 200) throw new Error(`${resource}: ${reply.status} ${reply.body}`);
    ids[resource] = JSON.parse(reply.body).data._id;
  }
  const fixtures = { token, ids };
  // Built at the first request.
  for (const path of ['/openapi.json', '/docs/', '/app/'])
    await send(server.url, { path, discardBody: true });
  const probe = startProbe(server.url, server.pid);
  context.defer(() => probe.stop());
  return {
    fixtures,
    server,
    memory: () => memoryOf(server.pid),
    cost: (request) => costOf(request, server, probe, cluster),
    async end() {
      await probe.stop();
      await server.end('SIGKILL');
    },
  };
}

/** A process of PostgreSQL has one thread. */
const totalCpu = (server: Server, cluster: Cluster) =>
  cluster.processes().reduce((sum, pid) => sum + threadCpuOf(pid), threadsCpuOf(server.pid));

/** A kept connection may be closed just as it is used again (RFC 9112, section 9.3.1); a fault of the input shows twice. */
async function sendAgain(origin: string, request: RequestSpec): Promise<Reply> {
  const reply = await send(origin, request);
  return reply.failure === undefined ? reply : send(origin, { ...request, agent: new Agent() });
}

/** Milliseconds: after a longer request the probe's next answer is awaited, to see how long it waited. */
const probeAfter = 20;

async function costOf(request: RequestSpec, server: Server, probe: Probe, cluster: Cluster) {
  probe.reset();
  const before = totalCpu(server, cluster);
  const megabytes = memoryOf(server.pid) || 0;
  const { status, failure, ms } = await sendAgain(server.url, request);
  const cpu = Math.max(0, totalCpu(server, cluster) - before);
  const seen = await probe.seen(ms > probeAfter);
  return {
    status: failure ?? String(status),
    cpu,
    took: ms,
    waited: seen.waited,
    grew: Math.max(0, seen.memory - megabytes),
  };
}
