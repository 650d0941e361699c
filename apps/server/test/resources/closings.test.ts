import { Closings } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { callTrpc, procedure } from '../support/calls.ts';
import { closingTest } from '../support/closings.ts';
import { unique } from '../support/samples/index.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 15: who closes and opens what.
const it = closingTest
  .extend('post', { scope: 'file' }, ({ send }) => (body: object, person?: Parameters<typeof send>[3]) => {
    return send('POST', '/closings', { through: '2024-01-31', kinds: ['bills'], ...body }, person);
  })
  .extend('state', { scope: 'file' }, ({ ask }) => async (): Promise<Closings> => {
    const state = await ask('GET', '/closings');
    expect(Closings.parse(state)).toEqual(state);
    return state;
  });

it.beforeEach(async ({ close }) => {
  await close(null);
});

const today = () => new Date().toISOString().slice(0, 10);
const plusDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const nothing = { logs: null, bills: null, payEntries: null, cheques: null };

describe('POST /closings', () => {
  it('closes the kinds that are named, and tells of it', async ({ supervisor, post, state }) => {
    const before = await state();
    expect(before.current).toEqual(nothing);
    const body = { through: '2024-1-5', kinds: ['payEntries', 'logs', 'payEntries'], reason: ' checked ' };
    const { status, body: answer } = await post(body, supervisor);
    expect([status, answer.data]).toEqual([200, await state()]);
    expect(answer.data.current).toEqual({ ...nothing, logs: '2024-01-05', payEntries: '2024-01-05' });
    const [act, ...earlier] = answer.data.history;
    expect(act).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      through: '2024-01-05',
      kinds: ['logs', 'payEntries'],
      reason: 'checked',
      reopened: false,
      actor: supervisor.id,
      actorName: expect.stringMatching(/^Supervisor Number/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(Math.abs(Date.parse(act.createdAt) - Date.now())).toBeLessThan(60_000);
    expect(earlier).toEqual(before.history);
  });

  it('goes on from day to day, by a Supervisor without a reason, up to today', async ({
    supervisor,
    post,
    state,
  }) => {
    for (const through of ['2024-01-31', '2024-02-29', today()])
      expect((await post({ through }, supervisor)).status).toBe(200);
    const { current, history } = await state();
    expect(current).toEqual({ ...nothing, bills: today() });
    expect(history.slice(0, 3).map(({ reopened }) => reopened)).toEqual([false, false, false]);
    for (const through of [plusDays(2), '9999-12-31']) {
      const answer = await post({ through });
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['through']);
      expect(answer.body.error.issues[0]).toMatchObject({ code: 'in_future', params: { today: today() } });
    }
    expect(await state()).toEqual({ current, history });
  });

  it('changes nothing where it is so already, and tells of nothing', async ({ supervisor, post, state }) => {
    expect((await post({ through: null, kinds: ['logs', 'cheques'] }, supervisor)).status).toBe(200);
    await post({ through: '2024-01-31' });
    const before = await state();
    const again = await post({ through: '2024-01-31' }, supervisor);
    expect([again.status, again.body.data]).toEqual([200, before]);
  });

  it.for([
    ['an earlier day', { through: '2024-01-30' }],
    ['no day', { through: null }],
    ['a day that is earlier for one of several', { through: '2024-01-30', kinds: ['logs', 'bills'] }],
  ] as const)(
    'opens with %s for an Administrator with a reason',
    async ([, body], { admin, supervisor, post, state }) => {
      await post({ through: '2024-01-31' });
      const before = await state();
      expectFailure(await post({ ...body, reason: 'A mistake' }, supervisor), 403, 'FORBIDDEN');
      expectFailure(await post(body, supervisor), 403, 'FORBIDDEN');
      for (const reason of [undefined, '', ' ', null]) {
        const answer = await post({ ...body, reason });
        expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['reason']);
        expect(answer.body.error.issues[0].code).toBe('reason_required');
      }
      expect(await state()).toEqual(before);
      expect((await post({ ...body, reason: 'A mistake' })).status).toBe(200);
      const { current, history } = await state();
      expect(current.bills).toBe(body.through);
      expect(history[0]).toMatchObject({ reopened: true, reason: 'A mistake', actor: admin.id });
    },
  );

  it.for([
    [{ through: undefined }, 'through', 'required'],
    [{ through: '2024-02-30' }, 'through', 'invalid_date'],
    [{ through: '' }, 'through', 'invalid_date'],
    [{ kinds: undefined }, 'kinds', 'required'],
    [{ kinds: [] }, 'kinds', 'invalid_count'],
    [{ kinds: 'logs' }, 'kinds', 'invalid_count'],
    [{ kinds: ['logs', 'rates'] }, 'kinds.1', 'invalid_choice'],
    [{ kinds: [null] }, 'kinds.0', 'invalid_choice'],
    [{ kinds: Array(5).fill('logs') }, 'kinds', 'invalid_count'],
    [{ reason: 'x'.repeat(501) }, 'reason', 'too_long'],
    [{ reason: 5 }, 'reason', 'not_text'],
  ] as const)(
    'refuses %j, over REST and over tRPC',
    async ([wrong, path, code], { service, admin, post }) => {
      const answer = await post(wrong);
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual([path]);
      expect(answer.body.error.issues[0].code).toBe(code);
      const input = { through: '2024-01-31', kinds: ['bills'], ...wrong };
      const trpc = await callTrpc(service, procedure('closings.create'), { token: admin.token, input });
      expect(expectTrpcFailure(trpc, 400, 'VALIDATION')).toEqual([path]);
    },
  );

  it('answers the same to the same key, also of eight at once, and after more has happened', async ({
    service,
    admin: { token },
    close,
    state,
  }) => {
    const headers = { 'idempotency-key': unique('key-') };
    const post = (body: object) => service.call('POST', '/closings', { token, headers, body });
    const before = (await state()).history.length;
    const body = { through: '2024-1-31', kinds: ['bills', 'logs'] };
    const answers = await atOnce(8, () => post(body));
    expect(tally(answers)).toEqual({ 200: 8 });
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    expect((await state()).history).toHaveLength(before + 1);
    await close(null);
    const respelled = { kinds: ['logs', 'bills', 'logs'], through: '2024-01-31', reason: null };
    expect((await post(respelled)).body).toEqual(answers[0]?.body);
    expect((await state()).current).toEqual(nothing);
    expectFailure(await post({ ...body, through: '2024-02-01' }), 409, 'IDEMPOTENCY_KEY_REUSED');
  });
});

describe('what is closed', () => {
  it('is read by the staff, also by the typed client', async ({ service, supervisor, user, post, state }) => {
    await post({});
    expect(await service.client(supervisor.token).closings.get.query()).toEqual(await state());
    expectFailure(await service.call('GET', '/closings', { token: user.token }), 403, 'FORBIDDEN');
    expectFailure(await post({}, user), 403, 'FORBIDDEN');
  });

  it('is kept by the database: a row for each kind, a history that is only added to', async ({ service }) => {
    const { sql } = service;
    await expect(sql`delete from closings`).rejects.toThrow(/never removed/);
    await expect(sql`truncate closings`).rejects.toThrow(/never removed/);
    await expect(sql`update closing_history set reason = ''`).rejects.toThrow(/only added to/);
    await expect(sql`delete from closing_history`).rejects.toThrow(/only added to/);
    await expect(sql`truncate closing_history`).rejects.toThrow(/only added to/);
  });

  it('has at most 1000 acts in its history, the newest', async ({ service, post, state }) => {
    const { sql } = service;
    await sql`insert into closing_history (through, kinds, reason, reopened)
      select '2023-01-01', '["logs"]', n::text, false from generate_series(1, 1000) as n`;
    await post({});
    const { history } = await state();
    expect(history).toHaveLength(1000);
    expect(history.slice(0, 2)).toMatchObject([
      { through: '2024-01-31' },
      { reason: '1000', actor: null, actorName: '' },
    ]);
  });
});
