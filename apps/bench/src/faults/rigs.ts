import type { Rig } from './rig.ts';
import { killPostgres } from './rigs/kill-postgres.ts';
import { stopPostgres } from './rigs/stop-postgres.ts';

export const rigs: Readonly<Record<string, Rig>> = {
  'kill-postgres': killPostgres,
  'stop-postgres': stopPostgres,
};
