import { expect } from 'vitest';
import type { Answer, CallOptions, Person, Service } from './service.ts';

export const unknownId = '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d5e';

/** On a slow machine some requests are told to come again: they do. */
export async function served(
  service: Service,
  method: string,
  path: string,
  options?: CallOptions,
): Promise<Answer> {
  const answer = await service.call(method, path, options);
  return answer.status === 503 ? served(service, method, path, options) : answer;
}

/** Requests of one person that must succeed; answers `data`. */
export const asker =
  (service: Service, { token }: Person) =>
  async (method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, { token, body });
    expect(answer.body, `${method} ${path}`).toMatchObject({ success: true });
    return answer.body.data;
  };

export type Ask = ReturnType<typeof asker>;

let made = 0;
/** A text that no other call gives. */
export const unique = (stem: string): string => {
  made += 1;
  return `${stem}${made}`;
};

/** Bodies that are valid as they stand. */
export const bodies = {
  user: (more: object = {}) => ({
    firstName: 'Grace',
    lastName: 'Hopper',
    username: unique('grace'),
    password: 'a long password',
    ...more,
  }),
  log: (worker: string, more: object = {}) => ({
    date: '2024-03-01',
    startingTime: '08:00',
    finishingTime: '16:00',
    payment: '100',
    worker,
    ...more,
  }),
  payee: (more: object = {}) => ({ name: 'Paper Mill', ...more }),
  cheque: (payee: string, more: object = {}) => ({
    serial: '0042',
    dueDate: '2024-03-01',
    value: '10.50',
    payee,
    ...more,
  }),
  bill: (more: object = {}) => ({ date: '2024-03-01', value: '-3.25', ...more }),
};

/** How many answers have each status. */
export function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The `i`th call for each `i` below `count`, all at once. */
export const atOnce = <T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));
