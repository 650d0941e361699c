import type { Pending } from '../lib/pending.ts';

interface Made<R> {
  readonly record: R;
  /** Takes it back. */
  readonly undo: () => Promise<unknown>;
}

/** A change with what takes it back, made alone or together with others. */
export interface UndoableChange<R = unknown> {
  /** Of whom or what it is, where it fails. */
  readonly name: string;
  readonly shows?: readonly Pending<unknown>[];
  readonly run: () => Promise<Made<R>>;
}

interface Steps<R> extends Pick<UndoableChange, 'name'> {
  readonly run: () => Promise<R>;
  readonly shows?: Pending<unknown>;
  /** Takes it back, given what `run` answered. */
  readonly undo: (result: R) => Promise<unknown>;
}

export const undoable = <R>({ name, shows, run, undo }: Steps<R>): UndoableChange<R> => ({
  name,
  shows: shows ? [shows] : [],
  run: async () => {
    const record = await run();
    return { record, undo: () => undo(record) };
  },
});

/** Several as one, each after the other; where one fails, those before it are taken back. */
export const combineChanges = (name: string, changes: readonly UndoableChange[]): UndoableChange => ({
  name,
  shows: changes.flatMap(({ shows = [] }) => shows),
  run: async () => {
    const made: Made<unknown>[] = [];
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
