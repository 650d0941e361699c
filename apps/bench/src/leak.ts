import { CASES, requestCount } from './cases.ts';
import type { Dataset } from './dataset.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { startService } from './service.ts';

const step = 100_000;
/** Of ten requests. */
const mix = ['get-bill', 'get-bill', 'get-bill', 'get-bill', 'get-bill', 'get-bill'] as const;
const all = [...mix, 'list-bills', 'create-bill', 'update-bill', 'update-bill'] as const;

/** Sends `amount` requests to Daybook and prints its memory after every 100 000. */
export async function leak(
  dataset: Dataset,
  amount: number,
  options: Options,
  print: (line: string) => void,
) {
  const requests = Array.from({ length: requestCount }, (_, n) =>
    CASES[all[n % 10] ?? 'get-bill'].request(dataset, n),
  );
  const daybook = await startService('daybook', dataset);
  const report = (sent: number) => print(`${sent} requests: ${Math.round(daybook.memory() / 2 ** 20)} MB`);
  try {
    report(0);
    for (let sent = 0; sent < amount; ) {
      const part = Math.min(step, amount - sent);
      await load(daybook.url, requests, { ...options, amount: part, generator: 'autocannon' });
      sent += part;
      report(sent);
    }
  } finally {
    await daybook.stop();
  }
}
