import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { ImportThread } from '../../src/imports/thread.ts';

const csv = (rows: number) => new Uint8Array(Buffer.from(`date,value\n${'2024-03-07,1\n'.repeat(rows)}`));
const options = { kind: 'bills', name: 'a.csv', type: 'text/csv', newPayees: false, mappings: [] } as const;
/** A thread that does this with its questions. */
const script = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads';${code}`)}`,
  );

const threads: ImportThread[] = [];
const thread = (...given: ConstructorParameters<typeof ImportThread>) => {
  const made = new ImportThread(...given);
  threads.push(made);
  return made;
};
afterEach(async () => {
  await Promise.all(threads.splice(0).map((one) => one.close()));
});

it('reads one file after another, and says what is wrong with one', async () => {
  const reader = thread();
  const answers = await Promise.allSettled([
    reader.run(csv(2), options),
    reader.run(new Uint8Array(), options),
    // A part of a larger buffer stays with its owner.
    reader.run(Buffer.from('date,value\n2024-03-07,2'), options),
  ]);
  expect(answers).toMatchObject([
    { value: { format: 'csv', rows: { length: 2 } } },
    { reason: { issue: { path: ['file'], code: 'file_empty' } } },
    { value: { rows: [{ record: { value: '2' } }] } },
  ]);
});

it('ends what takes too long or too much memory, and reads the next file all the same', async () => {
  const slow = script(
    'parentPort.on("message", ({ options }) => { if (options.name === "slow") for (;;); parentPort.postMessage({ result: 1 }) })',
  );
  const reader = thread({ timeMs: 2000 }, slow);
  const costly = { issue: { code: 'file_too_costly' } };
  await expect(reader.run(csv(1), { ...options, name: 'slow' })).rejects.toMatchObject(costly);
  expect(await reader.run(csv(1), options)).toBe(1);
  const large = script(
    'parentPort.on("message", () => { const all = []; for (;;) all.push({ all: [...all.slice(-9)] }) })',
  );
  await expect(thread({ heapMebibytes: 16 }, large).run(csv(1), options)).rejects.toMatchObject(costly);
});

it('passes on a failure of its own', async () => {
  const broken = script('parentPort.on("message", async () => { throw new TypeError("broken") })');
  await expect(thread({}, broken).run(csv(1), options)).rejects.toThrow('broken');
});

it('has a short queue, and refuses what is beyond', async () => {
  const reader = thread({ queue: 1 });
  const taken = [reader.run(csv(1), options), reader.run(csv(1), options)];
  expect(() => reader.run(csv(1), options)).toThrow(
    expect.objectContaining({ code: 'UNAVAILABLE', retryAfter: 5 }),
  );
  await Promise.all(taken);
  await reader.run(csv(1), options);
});

it('ends after a while without a file, and begins again with the next', async () => {
  const count = script('let n = 0; parentPort.on("message", () => parentPort.postMessage({ result: ++n }))');
  const reader = thread({ idleMs: 1 }, count);
  expect(await reader.run(csv(1), options)).toBe(1);
  await expect.poll(() => reader.run(csv(1), options)).toBe(1);
});

it('breaks off at its end', async () => {
  const forever = script('parentPort.on("message", () => { for (;;); })');
  const reader = thread({}, forever);
  const taken = Promise.allSettled([reader.run(csv(1), options), reader.run(csv(1), options)]);
  await once(process, 'worker');
  await reader.close();
  const stopping = { reason: { code: 'UNAVAILABLE' } };
  expect(await taken).toMatchObject([stopping, stopping]);
  expect(() => reader.run(csv(1), options)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
});
