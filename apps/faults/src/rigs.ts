import type { Rig } from './rig.ts';
import { backup, dump } from './rigs/backup.ts';
import { cost } from './rigs/cost.ts';
import { killPostgres, stopPostgres, terminateBackends } from './rigs/database-away.ts';
import { diskFull, embeddedDiskFull, walFull } from './rigs/disk-full.ts';
import { eventStreams } from './rigs/event-streams.ts';
import { failover, patroni } from './rigs/failover.ts';
import { files, purge } from './rigs/large-tables.ts';
import { network, tls } from './rigs/network.ts';
import { logInFlood, longRun, overload } from './rigs/overload.ts';
import { pgbouncer } from './rigs/pgbouncer.ts';
import { pointInTime } from './rigs/point-in-time.ts';
import { killServer, roll, sigterm } from './rigs/server-ends.ts';
import { hangUps, slowClients, slowReaders } from './rigs/slow-clients.ts';
import { lockTable, patterns } from './rigs/slow-statements.ts';
import { start, tenAtOnce } from './rigs/start.ts';
import { unconfirmed } from './rigs/unconfirmed.ts';
import { upgrade } from './rigs/upgrade.ts';
import { webhooks } from './rigs/webhooks.ts';
import { workers } from './rigs/workers.ts';

export const rigs: Readonly<Record<string, Rig>> = {
  'kill-postgres': killPostgres,
  'terminate-backends': terminateBackends,
  'stop-postgres': stopPostgres,
  'lock-table': lockTable,
  'kill-server': killServer,
  'event-streams': eventStreams,
  roll,
  workers,
  sigterm,
  start,
  'ten-at-once': tenAtOnce,
  upgrade,
  network,
  tls,
  'disk-full': diskFull,
  'wal-full': walFull,
  failover,
  patroni,
  unconfirmed,
  pgbouncer,
  'embedded-disk-full': embeddedDiskFull,
  dump,
  backup,
  'point-in-time': pointInTime,
  overload,
  'log-in-flood': logInFlood,
  patterns,
  cost,
  purge,
  'slow-clients': slowClients,
  'slow-readers': slowReaders,
  files,
  'hang-ups': hangUps,
  webhooks,
  'long-run': longRun,
};
