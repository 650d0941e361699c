import type { Cluster } from './cluster.ts';

/** What a rig needs is missing on this machine. That counts as not run, never as kept. */
export class NotRun extends Error {}

/** What one run of a rig gets. */
export interface RigContext {
  readonly quick: boolean;
  /** Where a rig that has a whole table of figures writes it: the beginning of a file's name. */
  readonly table: string | undefined;
  /** A PostgreSQL cluster that no other rig uses meanwhile; started when it is first needed. @throws NotRun */
  cluster(): Promise<Cluster>;
  /** Reports one promise, what was measured, and whether it was kept. */
  check(promise: string, measured: string, kept: boolean): void;
  /** The same of a time, which a busy machine can spoil: where only such checks fail, the rig runs once more. */
  checkTime(promise: string, measured: string, kept: boolean): void;
  /** Done after the rig, however it ends; the last one first. */
  defer(cleanup: () => unknown): void;
}

export interface Rig {
  /** One line of the help. */
  readonly title: string;
  /** Part of `--quick`. */
  readonly quick: boolean;
  /** How many rigs run at a time with `--quick`, itself included; 3 unless set. Fewer where others would spoil its times. */
  readonly concurrency?: 1 | 2;
  run(context: RigContext): Promise<void>;
}
