import type { ClosingKind } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, served, tally } from '../support/asking.ts';
import { closingTest, expectClosed, inside, outside, through } from '../support/closings.ts';
import { bodyOf, type Fields, pathOf, type Row } from '../support/samples/index.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 15: a rate that would change what was earned on a closed date.
const it = closingTest
  /** A worker with a shift of eight hours on each of these days. */
  .extend('worker', { scope: 'file' }, ({ make }) => async (...days: string[]): Promise<string> => {
    const { _id } = await make('users');
    for (const date of days) await make('logs', { worker: _id, date });
    return _id;
  })
  .extend(
    'rate',
    { scope: 'file' },
    ({ make }) =>
      (worker: string, from: string, more: Fields = {}): Promise<Row> =>
        make('rates', { worker, from, amount: '10', ...more }),
  )
  .extend('earned', { scope: 'file' }, ({ ask }) => async (worker: string): Promise<string> => {
    const { totals } = await ask('GET', `/users/${worker}/statement?from=2024-01-01&to=${through}`);
    return totals.earned;
  });

it.beforeEach(async ({ close }) => {
  await close(null);
});

const at = ({ _id }: Row) => `/rates/${_id}`;

describe('a rate', () => {
  it('is not made, changed, deleted or undone where a closed date would earn something else', async ({
    admin,
    worker,
    rate,
    send,
    ask,
    undo,
    earned,
    close,
  }) => {
    const of = await worker('2024-02-10', inside);
    const first = await rate(of, '2024-01-01');
    const second = await rate(of, '2024-03-01', { amount: '20' });
    await close(through, 'logs');
    const body = { ...bodyOf('rates'), worker: of, amount: '30' };
    expectClosed(await send('POST', '/rates', { ...body, from: '2024-02-01' }), 'from');
    expectClosed(await send('POST', '/rates', { ...body, from: inside }), 'from');
    const changes = [
      { amount: '11' },
      { basis: 'day' },
      { basis: 'none' },
      { from: '2024-02-11' },
      { from: outside },
      { worker: await worker() },
    ];
    for (const change of changes) expectClosed(await send('PUT', at(first), change), 'from');
    expectClosed(await send('DELETE', at(first)), 'from');
    expectClosed(await send('DELETE', at(second)), 'from');
    expectClosed(await undo(second._id, admin), 'from');
    expect(await earned(of)).toBe('240.00');
    expect(await ask('GET', at(first))).toEqual(first);
  });

  it('of another worker, or from a later day, is not taken over either', async ({
    worker,
    rate,
    send,
    close,
  }) => {
    const of = await worker(inside);
    const others = await rate(await worker(), '2024-01-01');
    const later = await rate(of, outside);
    await close(through, 'logs');
    expectClosed(await send('PUT', at(others), { worker: of }), 'from');
    expectClosed(await send('PUT', at(later), { from: through.replace('31', '01') }), 'from');
  });

  it('is free where closed dates earn the same', async ({ worker, rate, ask, send, earned, close }) => {
    const of = await worker('2024-01-10', '2024-02-10', '2024-04-10');
    const first = await rate(of, '2024-01-01');
    const same = await rate(of, '2024-02-01');
    await close(through, 'logs');
    // Nobody worked after it, or worked at the same rate.
    const march = await rate(of, '2024-03-01', { amount: '50' });
    await ask('PUT', at(march), { amount: '60' });
    await ask('PUT', at(march), { from: '2024-02-11' });
    await ask('PUT', at(first), { extraNotes: 'agreed', from: '2024-01-05', overtimeFactor: '2' });
    await ask('DELETE', at(same));
    await ask('POST', `${at(same)}/restore`);
    await ask('PUT', at(same), { amount: '10.00' });
    await ask('DELETE', at(march));
    expectClosed(await send('PUT', at(same), { amount: '10.01' }), 'from');
    const april = await rate(of, outside, { amount: '70' });
    await ask('PUT', at(april), { amount: '80' });
    await ask('DELETE', at(april));
    expect(await earned(of)).toBe('160.00');
  });

  it('of a month counts on the last day of it', async ({ worker, rate, ask, send, close }) => {
    const of = await worker(inside);
    const monthly = await rate(of, '2024-03-15', { basis: 'month', amount: '2600' });
    await close(inside, 'logs');
    await ask('PUT', at(monthly), { amount: '2700' });
    await close(through, 'logs');
    expectClosed(await send('PUT', at(monthly), { amount: '2800' }), 'from');
    expectClosed(await send('PUT', at(monthly), { from: '2024-03-14' }), 'from');
    const next = await rate(of, outside, { basis: 'month', amount: '3000' });
    await ask('PUT', at(next), { amount: '3100' });
  });

  it('says first what else is wrong with it', async ({ worker, rate, send, close }) => {
    const of = await worker(inside);
    const { from } = await rate(of, '2024-01-01');
    await close(through, 'logs');
    const body = { ...bodyOf('rates'), worker: of, from, amount: '99' };
    expectFailure(await send('POST', '/rates', body), 409, 'RATE_EXISTS');
    expectFailure(await send('POST', '/rates', { ...body, amount: '1.001' }), 400, 'VALIDATION');
    expectFailure(await send('POST', '/rates', { ...body, worker: 'none' }), 400, 'UNKNOWN_REFERENCE');
  });

  it('is closed with the logs alone', async ({ worker, rate, ask, close }) => {
    const of = await worker(inside);
    await close(through, 'bills', 'cheques', 'payEntries');
    await ask('PUT', at(await rate(of, '2024-01-01')), { amount: '99' });
  });
});

describe('at once', () => {
  it('two changes that are free by themselves are not both made where they are not', async ({
    worker,
    rate,
    send,
    earned,
    close,
  }) => {
    for (let round = 0; round < 8; round += 1) {
      await close(null, 'logs');
      const of = await worker(inside);
      const first = await rate(of, '2024-01-01');
      const second = await rate(of, '2024-03-01');
      await close(through, 'logs');
      const answers = await Promise.all([
        send('PUT', at(first), { amount: '99' }),
        send('DELETE', at(second)),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect(await earned(of)).toBe('80.00');
    }
  });

  it('twenty rates and a closing leave what was earned when it had answered', async ({
    worker,
    send,
    earned,
    close,
  }) => {
    const of = await worker('2024-02-10', inside);
    const rates = atOnce(20, (i) =>
      send('POST', '/rates', { ...bodyOf('rates'), worker: of, from: `2024-02-0${1 + (i % 9)}`, amount: i }),
    );
    await close(through, 'logs');
    const atAnswer = await earned(of);
    for (const { status, body } of await rates) expect([200, 409], JSON.stringify(body)).toContain(status);
    expect(await earned(of)).toBe(atAnswer);
  });
});

// docs/rules.md, section 15: a closing holds for whoever writes at the same moment.
const raceTest = closingTest
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
  raceTest(
    'none is made once a closing has answered, though twenty are being made',
    async ({ service, admin: { token }, make, close, count }) => {
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
    },
  );
});

describe('closings', () => {
  raceTest(
    'of twenty at once each is listed, and the last of them holds',
    async ({ service, admin: { token }, ask }) => {
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
    },
  );

  raceTest(
    'does not wait for ever while others write all the time',
    async ({ service, admin: { token }, close }) => {
      const body = { ...bodyOf('bills'), date: '2024-12-31' };
      let isOver = false;
      const writer = async () => {
        while (!isOver) await served(service, 'POST', '/bills', { token, body });
      };
      const writing = atOnce(10, writer);
      for (const day of ['2024-01-31', '2024-02-29', '2024-03-31']) await close(day, 'bills');
      isOver = true;
      await writing;
    },
  );
});
