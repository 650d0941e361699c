import type { Pending } from '../lib/pending.ts';

/** A change with what takes it back, made alone or together with others. */
export interface UndoableChange<R> {
  /** Of whom or what it is, where it fails. */
  readonly name: string;
  readonly run: () => Promise<R>;
  readonly shows?: Pending<unknown>;
  /** Takes it back, given what `run` answered. */
  readonly undo: (result: R) => Promise<unknown>;
}

export const undoable = <R>(one: UndoableChange<R>): UndoableChange<R> => one;

/** A change that keeps to itself what its undo is given, so that changes of several kinds can be made together. */
export interface BulkChange {
  readonly name: string;
  readonly shows?: readonly Pending<unknown>[];
  readonly run: () => Promise<{ readonly record: unknown; readonly undo: () => Promise<unknown> }>;
}

export const bulkChange = <R>({ name, shows, run, undo }: UndoableChange<R>): BulkChange => ({
  name,
  shows: shows ? [shows] : [],
  run: async () => {
    const record = await run();
    return { record, undo: () => undo(record) };
  },
});

/** Several as one, each after the other; where one fails, those before it are taken back. */
export const combineChanges = (name: string, changes: readonly BulkChange[]): BulkChange => ({
  name,
  shows: changes.flatMap(({ shows = [] }) => shows),
  run: async () => {
    const made: Awaited<ReturnType<BulkChange['run']>>[] = [];
    const undo = async () => {
      for (const one of made.toReversed()) await one.undo();
    };
    try {
      for (const { run } of changes) made.push(await run());
    } catch (error) {
      await undo();
      throw error;
    }
    return { record: made.map(({ record }) => record), undo };
  },
});
