import type { Log } from './values.ts';

export interface Person {
  readonly worker: string;
  readonly workerName: string;
}

/** Those given, in their order, and after them whoever else has a log. */
export function peopleOf(workers: readonly Person[], logs: readonly Log[]): Person[] {
  const people = new Map(workers.map((person) => [person.worker, person]));
  for (const { worker, workerName } of logs)
    if (!people.has(worker)) people.set(worker, { worker, workerName });
  return [...people.values()];
}
