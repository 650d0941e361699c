import { CASES, laps } from './cases.ts';
import { load } from './load.ts';
import type { Options } from './options.ts';
import { startService } from './service.ts';
import type { World } from './world.ts';

const step = 100_000;
/** Of ten requests. */
const mix = ['get-bill', 'get-bill', 'get-bill', 'get-bill', 'get-bill', 'get-bill'] as const;
const all = [...mix, 'list-bills', 'create-bill', 'update-bill', 'update-bill'] as const;

/** Sends `amount` requests to Daybook and says what memory it has after every 100 000. */
export async function leak(world: World, amount: number, options: Options, say: (line: string) => void) {
  const asks = Array.from({ length: laps }, (_, n) => CASES[all[n % 10] ?? 'get-bill'].ask(world, n));
  const daybook = await startService('daybook', world);
  const report = (sent: number) => say(`${sent} requests: ${Math.round(daybook.memory() / 2 ** 20)} MB`);
  try {
    report(0);
    for (let sent = 0; sent < amount; ) {
      const part = Math.min(step, amount - sent);
      await load(daybook.url, asks, { ...options, amount: part, generator: 'autocannon' });
      sent += part;
      report(sent);
    }
  } finally {
    await daybook.stop();
  }
}
