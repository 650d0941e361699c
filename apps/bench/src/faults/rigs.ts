import type { Rig } from './rig.ts';
import { killPostgres } from './rigs/kill-postgres.ts';
import { roll } from './rigs/roll.ts';
import { start } from './rigs/start.ts';
import { stopPostgres } from './rigs/stop-postgres.ts';

export const rigs: Readonly<Record<string, Rig>> = {
  'kill-postgres': killPostgres,
  'stop-postgres': stopPostgres,
  roll,
  start,
};
