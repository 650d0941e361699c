import { isDeepStrictEqual } from 'node:util';
import type { Case } from './case.ts';
import type { CaseName } from './cases.ts';
import { PEERS } from './peers.ts';
import { send } from './request.ts';
import type { Service } from './service.ts';

/** Every service gives the answer the first one gives, apart from the fields that vary. @throws Error if not */
export async function compare<D>(
  name: CaseName,
  { request, onNewRecord, varying = [] }: Case<D>,
  services: readonly Service[],
  dataset: D,
): Promise<void> {
  const answers: unknown[] = [];
  for (const { peer, url } of services) {
    const spec = onNewRecord
      ? onNewRecord.request(dataset, idOf(await send(url, onNewRecord.create(dataset))))
      : request(dataset, 0);
    const { protocol } = PEERS[peer];
    const answer = await send(url, protocol ? protocol.request(spec) : spec);
    answers.push(withTypesOf(varying, protocol ? protocol.answer(answer) : answer));
  }
  answers.forEach((answer, n) => {
    if (!isDeepStrictEqual(answer, answers[0]))
      throw new Error(
        `${services[n]?.peer} does not answer ${name} as ${services[0]?.peer} does:\n${JSON.stringify(answer)}\n${JSON.stringify(answers[0])}`,
      );
  });
}

const idOf = (answer: unknown) => (answer as { data: { _id: string } }).data._id;

/** The answer with the types of the values that have these names in their place. */
function withTypesOf(names: readonly string[], answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    names.includes(key) ? typeof value : value,
  );
}
