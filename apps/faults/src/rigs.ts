import type { Rig } from './rig.ts';
import { backup } from './rigs/backup.ts';
import { cost } from './rigs/cost.ts';
import { diskFull } from './rigs/disk-full.ts';
import { dump } from './rigs/dump.ts';
import { embeddedDiskFull } from './rigs/embedded-disk-full.ts';
import { eventStreams } from './rigs/event-streams.ts';
import { failover } from './rigs/failover.ts';
import { files } from './rigs/files.ts';
import { hangUps } from './rigs/hang-ups.ts';
import { killPostgres } from './rigs/kill-postgres.ts';
import { killServer } from './rigs/kill-server.ts';
import { lockTable } from './rigs/lock-table.ts';
import { logInFlood } from './rigs/log-in-flood.ts';
import { longRun } from './rigs/long-run.ts';
import { network } from './rigs/network.ts';
import { overload } from './rigs/overload.ts';
import { patroni } from './rigs/patroni.ts';
import { patterns } from './rigs/patterns.ts';
import { pgbouncer } from './rigs/pgbouncer.ts';
import { pointInTime } from './rigs/point-in-time.ts';
import { purge } from './rigs/purge.ts';
import { roll } from './rigs/roll.ts';
import { sigterm } from './rigs/sigterm.ts';
import { slowClients } from './rigs/slow-clients.ts';
import { slowReaders } from './rigs/slow-readers.ts';
import { start } from './rigs/start.ts';
import { stopPostgres } from './rigs/stop-postgres.ts';
import { tenAtOnce } from './rigs/ten-at-once.ts';
import { terminateBackends } from './rigs/terminate-backends.ts';
import { tls } from './rigs/tls.ts';
import { unconfirmed } from './rigs/unconfirmed.ts';
import { upgrade } from './rigs/upgrade.ts';
import { walFull } from './rigs/wal-full.ts';
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
