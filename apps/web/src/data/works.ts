import type { Pending } from '../lib/pending.ts';

/** One change, alone or of many that are made together. */
export interface Work<R> {
  /** Of whom or what it is, where it fails. */
  readonly name: string;
  readonly run: () => Promise<R>;
  readonly shows?: Pending<unknown>;
  /** Takes it back, given what `run` answered. */
  readonly undo: (result: R) => Promise<unknown>;
}

export const work = <R>(one: Work<R>): Work<R> => one;

/** A work that keeps to itself what its undo is given, so that works of several kinds can be made together. */
export interface Unit {
  readonly name: string;
  readonly shows?: readonly Pending<unknown>[];
  readonly run: () => Promise<{ readonly record: unknown; readonly undo: () => Promise<unknown> }>;
}

export const unit = <R>({ name, shows, run, undo }: Work<R>): Unit => ({
  name,
  shows: shows ? [shows] : [],
  run: async () => {
    const record = await run();
    return { record, undo: () => undo(record) };
  },
});

/** Several as one, each after the other; where one fails, those before it are taken back. */
export const inOrder = (name: string, units: readonly Unit[]): Unit => ({
  name,
  shows: units.flatMap(({ shows = [] }) => shows),
  run: async () => {
    const made: Awaited<ReturnType<Unit['run']>>[] = [];
    const undo = async () => {
      for (const one of made.toReversed()) await one.undo();
    };
    try {
      for (const { run } of units) made.push(await run());
    } catch (error) {
      await undo();
      throw error;
    }
    return { record: made.map(({ record }) => record), undo };
  },
});
