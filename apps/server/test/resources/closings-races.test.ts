import type { ClosingKind } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, served, tally } from '../support/asking.ts';
import { closingTest, through } from '../support/closings.ts';
import { bodyOf, type Fields, pathOf } from '../support/samples/index.ts';

// docs/rules.md, section 15: a closing holds for whoever writes at the same moment.
const it = closingTest
  /** How many records of a kind were made, that are dated in the closed period. */
  .extend('count', { scope: 'file' }, ({ service }) => async (kind: ClosingKind) => {
    const { sql } = service;
    const day = sql(kind === 'cheques' ? 'due_date' : 'date');
    const [row] = await sql`select count(*)::integer as count from ${sql(kind)} where ${day} <= ${through}`;
    return row?.count as number;
  });

it.beforeEach(async ({ close }) => {
  await close(null);
});

const rounds = 5;
const writers = 20;
const failures = (answers: readonly { readonly body: { error?: { code: string } } }[]) =>
  new Set(answers.flatMap(({ body }) => body.error?.code ?? []));

describe.each([
  ['bills', 'date', {}],
  ['cheques', 'dueDate', { payee: 'payees' }],
  ['logs', 'date', { worker: 'users' }],
  ['payEntries', 'date', { worker: 'users' }],
] as const)('%s', (kind, day, references) => {
  it('none is made once a closing has answered, though twenty are being made', async ({
    service,
    admin: { token },
    make,
    close,
    count,
  }) => {
    const named: Record<string, unknown> = {};
    for (const [field, to] of Object.entries(references)) named[field] = (await make(to))._id;
    const body: Fields = { ...bodyOf(kind), ...named, [day]: through };
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      await close(null, kind);
      const before = await count(kind);
      const write = () => served(service, 'POST', pathOf(kind), { token, body });
      const writing = [...Array.from({ length: writers / 2 }, write)];
      const closing = close(through, kind).then(() => count(kind));
      writing.push(...Array.from({ length: writers / 2 }, write));
      const atAnswer = await closing;
      const answers = await Promise.all(writing);
      expect([...failures(answers)].filter((code) => code !== 'PERIOD_CLOSED')).toEqual([]);
      expect(await count(kind)).toBe(atAnswer);
      const made = tally(answers)[200] ?? 0;
      expect(atAnswer - before).toBe(made);
      refused += writers - made;
      expect(tally([await write()])).toEqual({ 409: 1 });
    }
    // Otherwise nothing was tried at the same moment.
    expect(refused).toBeGreaterThan(0);
  });
});

describe('closings', () => {
  it('of twenty at once each is told of, and the last of them holds', async ({
    service,
    admin: { token },
    ask,
  }) => {
    const { history: before } = await ask('GET', '/closings');
    const answers = await atOnce(20, (i) => {
      const kinds = i % 2 === 0 ? ['logs', 'bills', 'cheques'] : ['cheques', 'bills', 'payEntries'];
      const body = { through: `2024-01-${10 + i}`, kinds, reason: 'At once' };
      return served(service, 'POST', '/closings', { token, body });
    });
    expect(tally(answers)).toEqual({ 200: 20 });
    const { current, history } = await ask('GET', '/closings');
    expect(history).toHaveLength(before.length + 20);
    const last = (kind: ClosingKind) =>
      history.find(({ kinds }: { kinds: ClosingKind[] }) => kinds.includes(kind)).through;
    expect(current).toEqual({
      logs: last('logs'),
      bills: last('bills'),
      cheques: last('cheques'),
      payEntries: last('payEntries'),
    });
    // Each was judged by what those before it had left.
    const acts = history.slice(0, 20).toReversed();
    const closed: Record<string, string> = {};
    for (const { through, kinds, reopened } of acts) {
      const opens = kinds.some((kind: ClosingKind) => (closed[kind] ?? '') > through);
      expect(reopened).toBe(opens);
      for (const kind of kinds) closed[kind] = through;
    }
  });

  it('does not wait for ever while others write all the time', async ({
    service,
    admin: { token },
    close,
  }) => {
    const body = { ...bodyOf('bills'), date: '2024-12-31' };
    let isOver = false;
    const writer = async () => {
      while (!isOver) await served(service, 'POST', '/bills', { token, body });
    };
    const writing = atOnce(10, writer);
    for (const day of ['2024-01-31', '2024-02-29', '2024-03-31']) await close(day, 'bills');
    isOver = true;
    await writing;
  });
});
