import type { Cluster } from './cluster.ts';

/** What a rig needs is missing on this machine. That counts as not run, never as kept. */
export class NotRun extends Error {}

/** What one run of a rig gets. */
export interface Stage {
  readonly quick: boolean;
  /** PostgreSQL for all rigs of this run; started when it is first asked for. @throws NotRun */
  cluster(): Promise<Cluster>;
  /** One promise, what was measured, and whether it was kept. */
  promise(text: string, measured: string, kept: boolean): void;
  /** The same of a time, which a busy machine can spoil: where only such ones are broken, the rig runs once more. */
  timely(text: string, measured: string, kept: boolean): void;
  /** To be done after the rig, however it ends; the last one first. */
  defer(undo: () => unknown): void;
}

export interface Rig {
  /** For people. */
  readonly title: string;
  /** Part of `--quick`. */
  readonly quick: boolean;
  run(stage: Stage): Promise<void>;
}
