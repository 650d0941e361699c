import { Batch, hashInTurn, hashing } from '@daybook/api';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { bulkheadLimits } from '../../src/http/bulkheads.ts';

describe('password hashes', () => {
  let started: string[] = [];
  let end = Promise.withResolvers<void>();
  /** A password that is hashed until the test ends. */
  const hash = (client: string, isKnown = true) =>
    hashInTurn({ isKnown, client }, async () => {
      started.push(client);
      await end.promise;
    }).catch(({ code }) => code);

  let asked: Promise<unknown>[] = [];
  const ask = (count: number, client: string, isKnown?: boolean) =>
    asked.push(...Array.from({ length: count }, () => hash(client, isKnown)));
  /** Lets all of them end, and answers whose turn it was. */
  async function turns(): Promise<string[]> {
    end.resolve();
    await Promise.all(asked);
    return started;
  }

  afterEach(async () => {
    await turns();
    [started, asked, end] = [[], [], Promise.withResolvers()];
  });

  test('accounts that register 80 others at a time leave room and turns to another account and to a log-in', async () => {
    ask(80, 'supervisor');
    ask(80, 'another supervisor');
    const { running, waiting, limit } = hashing();
    expect(running + waiting).toBeLessThan(bulkheadLimits.usersWrites.concurrency);

    ask(1, 'administrator');
    ask(1, 'an address', false);
    expect(hashing().waiting).toBe(waiting + 2);
    // Three accounts and one address take turns after those that run.
    const first = (await turns()).slice(0, limit + 6);
    expect(first).toContain('administrator');
    expect(first).toContain('an address');
  });

  test('a flood of log-ins from many addresses leaves every other turn to accounts', async () => {
    for (let n = 0; n < 20; n++) ask(1, `address ${n}`, false);
    ask(2, 'supervisor');
    const { limit } = hashing();
    const first = (await turns()).slice(0, limit + 4);
    expect(first.filter((client) => client === 'supervisor')).toHaveLength(2);
  });
});

describe('the calls of a batch', () => {
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
});
