import { availableParallelism } from 'node:os';
import { isOnPath } from '@daybook/testing/machine';

const cores = availableParallelism();
const canPin = cores > 1 && isOnPath('taskset');

/** A command on the server's own core, or on all the others. */
export function pinned(where: 'server' | 'others', ...command: [string, ...string[]]): [string, ...string[]] {
  if (!canPin) return command;
  const list = where === 'server' ? '0' : cores === 2 ? '1' : `1-${cores - 1}`;
  return ['taskset', '-c', list, ...command];
}

/** For the report. */
export const pinning = canPin
  ? 'server on one core, everything else on the others'
  : 'nothing pinned to a core';
