import { hashing, inTurn } from '@daybook/api';
import { afterEach, expect, test } from 'vitest';
import { bulkheadLimits } from '../../src/http/bulkheads.ts';

let started: string[] = [];
let end = Promise.withResolvers<void>();
/** A password that is hashed until the test ends. */
const hash = (client: string, isKnown = true) =>
  inTurn({ isKnown, client }, async () => {
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
