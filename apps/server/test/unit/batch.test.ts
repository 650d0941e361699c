import { Batch } from '@daybook/api';
import { expect, it, vi } from 'vitest';

// docs/rules.md, section 10, and docs/security.md, bounds: the calls of one batch over tRPC.
const large = { ok: true, data: 'x'.repeat(17 * 1024 * 1024) };
const small = { ok: true, data: 'x' };
const inTime = () => false;

it('three calls are worked on at a time', async () => {
  const batch = new Batch(inTime);
  const begun: PromiseWithResolvers<typeof small>[] = [];
  const call = () => {
    begun.push(Promise.withResolvers());
    return begun.at(-1)?.promise ?? Promise.reject();
  };
  const done = Promise.all(Array.from({ length: 10 }, () => batch.run('query', call)));
  for (let ended = 0; ended < 10; ended += 1) {
    await new Promise(setImmediate);
    expect(begun).toHaveLength(Math.min(10, ended + 3));
    begun[ended]?.resolve(small);
  }
  expect(await done).toHaveLength(10);
});

it('nothing is begun after the request is over', async () => {
  let isOver = false;
  const batch = new Batch(() => isOver);
  expect(await batch.run('mutation', async () => small)).toBe(small);
  isOver = true;
  const late = vi.fn(async () => small);
  await expect(batch.run('mutation', late)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(late).not.toHaveBeenCalled();
});

it('a mutation that was done is answered, whatever its size; what comes after it is not begun', async () => {
  const batch = new Batch(inTime);
  expect(await batch.run('mutation', async () => large)).toBe(large);
  const next = vi.fn(async () => small);
  await expect(batch.run('query', next)).rejects.toMatchObject({ code: 'BATCH_TOO_LARGE' });
  expect(next).not.toHaveBeenCalled();
});

it('a query whose answer is too large is refused', async () => {
  const query = new Batch(inTime).run('query', async () => large);
  await expect(query).rejects.toMatchObject({ code: 'BATCH_TOO_LARGE' });
});
