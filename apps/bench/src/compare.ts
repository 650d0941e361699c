import { isDeepStrictEqual } from 'node:util';
import type { Ask, Case, CaseName } from './cases.ts';
import { PEERS } from './peers.ts';
import type { Service } from './service.ts';

/** Sends one request. @throws Error for anything but 200 with JSON */
export async function send(url: string, { method, path, body, token }: Ask): Promise<unknown> {
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(body && jsonType) };
  const response = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

const jsonType = { 'content-type': 'application/json' };

/** Every service gives the answer the first one gives, apart from what is each one's own. @throws Error if not */
export async function compare<W>(
  name: CaseName,
  { ask, probe, own = [] }: Case<W>,
  services: readonly Service[],
  world: W,
): Promise<void> {
  const answers: unknown[] = [];
  for (const { peer, url } of services) {
    const request = probe ? probe.ask(world, idOf(await send(url, probe.fresh(world)))) : ask(world, 0);
    const { protocol } = PEERS[peer];
    const answer = await send(url, protocol ? protocol.ask(request) : request);
    answers.push(without(own, protocol ? protocol.answer(answer) : answer));
  }
  answers.forEach((answer, n) => {
    if (!isDeepStrictEqual(answer, answers[0]))
      throw new Error(
        `${services[n]?.peer} does not answer ${name} as ${services[0]?.peer} does:\n${JSON.stringify(answer)}\n${JSON.stringify(answers[0])}`,
      );
  });
}

const idOf = (answer: unknown) => (answer as { data: { _id: string } }).data._id;

/** Values of these names count by their type alone. */
function without(names: readonly string[], answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    names.includes(key) ? typeof value : value,
  );
}
