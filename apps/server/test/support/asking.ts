import { expect } from 'vitest';
import type { Answer, CallOptions, Person, Service } from './service.ts';

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
    expect(answer, `${method} ${path}`).toMatchObject({ status: 200, body: { success: true } });
    return answer.body.data;
  };

export type Ask = ReturnType<typeof asker>;

/** How many answers have each status. */
export function tally(answers: readonly { readonly status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The `i`th call for each `i` below `count`, all at once. */
export const atOnce = <T>(count: number, call: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => call(i)));

/** Whether a change has no position yet: a transaction anywhere on the server, of another test too, may hold it up. */
export async function isWaiting({ sql }: Service): Promise<boolean> {
  const rows = await sql`select from journal
    where xid is not null and not exists (select from events where entry = journal.id) limit 1`;
  return rows.length > 0;
}
