import type { Rig } from './rig.ts';
import { killPostgres } from './rigs/kill-postgres.ts';
import { killServer } from './rigs/kill-server.ts';
import { lockTable } from './rigs/lock-table.ts';
import { logInFlood } from './rigs/log-in-flood.ts';
import { overload } from './rigs/overload.ts';
import { roll } from './rigs/roll.ts';
import { start } from './rigs/start.ts';
import { stopPostgres } from './rigs/stop-postgres.ts';
import { terminateBackends } from './rigs/terminate-backends.ts';

export const rigs: Readonly<Record<string, Rig>> = {
  'kill-postgres': killPostgres,
  'terminate-backends': terminateBackends,
  'stop-postgres': stopPostgres,
  'lock-table': lockTable,
  'kill-server': killServer,
  roll,
  start,
  overload,
  'log-in-flood': logInFlood,
};
