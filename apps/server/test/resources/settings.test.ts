import { Settings } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { callTrpc, procedure } from '../support/calls.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('put', { scope: 'file' }, ({ service, admin: { token } }) => {
    return (body: unknown, tag?: string) =>
      service.call('PUT', '/settings', {
        token,
        body,
        headers: { ...(tag !== undefined && { 'if-match': tag }) },
      });
  })
  .extend('entries', { scope: 'file' }, ({ ask }) => async () => {
    const { _id } = await ask('GET', '/settings');
    return ask('GET', `/journal?kind=settings&record=${_id}`);
  });

const { _id, createdAt, updatedAt, version, currencyFixed, ...fields } = Settings.shape;

describe('GET /settings', () => {
  it('answers the defaults to everybody, with a tag', async ({ service, user }) => {
    const { status, headers, body } = await service.call('GET', '/settings', { token: user.token });
    expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    expect(body.data).toMatchObject({
      name: '',
      address: '',
      phoneNumber: '',
      currency: null,
      weekend: [],
      dayMinutes: 480,
      staleAfterMonths: 6,
      language: 'en',
      currencyFixed: false,
    });
    expect(await service.client(user.token).settings.get.query()).toEqual(body.data);
    expectFailure(await service.call('GET', '/settings'), 401, 'UNAUTHENTICATED');
  });
});

describe('PUT /settings', () => {
  it('changes the one field sent, and nothing else', async ({ ask }) => {
    const changes: readonly (readonly [object, object?])[] = [
      [{ name: ' مؤسسة النور ' }, { name: 'مؤسسة النور' }],
      [{ address: '1, Main Road\nTown' }],
      [{ phoneNumber: '02 / 123' }],
      [{ phoneNumber: null }, { phoneNumber: '' }],
      [{ currency: 'ILS' }],
      [{ currency: 'jod' }, { currency: 'JOD' }],
      [{ weekend: [5, 6] }],
      [{ weekend: [] }],
      [{ weekend: [6, 0, 1, 2, 3, 4] }],
      [{ dayMinutes: 1 }],
      [{ dayMinutes: 1440 }],
      [{ staleAfterMonths: 120 }],
      [{ language: 'ar' }],
      [{ language: 'IW' }, { language: 'he' }],
      [{ requireSecondFactor: ['user', 'User'] }, { requireSecondFactor: ['User'] }],
      [{ requireSecondFactor: [] }],
      [{ currency: null }],
    ];
    expect(new Set(changes.flatMap(([change]) => Object.keys(change)))).toEqual(new Set(Object.keys(fields)));
    for (const [change, stored = change] of changes) {
      const before = await ask('GET', '/settings');
      const after = await ask('PUT', '/settings', change);
      expect(after).toEqual({
        ...before,
        ...stored,
        version: before.version + 1,
        updatedAt: after.updatedAt,
      });
      expect(await ask('GET', '/settings')).toEqual(after);
    }
  });

  it.for([
    [{ name: 5 }, 'name', 'not_text'],
    [{ name: 'x'.repeat(101) }, 'name', 'too_long'],
    [{ currency: 'XXQ' }, 'currency', 'invalid_currency'],
    [{ currency: '' }, 'currency', 'invalid_currency'],
    [{ currency: 5 }, 'currency', 'invalid_currency'],
    [{ weekend: [7] }, 'weekend.0', 'invalid_weekend'],
    [{ weekend: ['5'] }, 'weekend.0', 'invalid_weekend'],
    [{ weekend: [5, 5] }, 'weekend', 'invalid_weekend'],
    [{ weekend: [0, 1, 2, 3, 4, 5, 6] }, 'weekend', 'invalid_weekend'],
    [{ weekend: null }, 'weekend', 'invalid_weekend'],
    [{ dayMinutes: 0 }, 'dayMinutes', 'invalid_integer'],
    [{ dayMinutes: 1441 }, 'dayMinutes', 'invalid_integer'],
    [{ dayMinutes: '480' }, 'dayMinutes', 'invalid_integer'],
    [{ staleAfterMonths: 121 }, 'staleAfterMonths', 'invalid_integer'],
    [{ language: 'xx' }, 'language', 'invalid_choice'],
    [{ language: 'iw-IL' }, 'language', 'invalid_choice'],
    [{ language: 5 }, 'language', 'invalid_choice'],
    [{ language: null }, 'language', 'invalid_choice'],
    [{}, '', 'no_changes'],
    [{ unknown: 1, version: 7 }, '', 'no_changes'],
  ] as const)(
    'refuses %j, over REST and over tRPC',
    async ([body, path, code], { service, admin, put, ask }) => {
      const before = await ask('GET', '/settings');
      const answer = await put(body);
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual([path]);
      expect(answer.body.error.issues[0].code).toBe(code);
      const call = { token: admin.token, input: body };
      const trpc = await callTrpc(service, procedure('settings.update'), call);
      expect(expectTrpcFailure(trpc, 400, 'VALIDATION')).toEqual([path]);
      expect(await ask('GET', '/settings')).toEqual(before);
    },
  );

  it('is for Administrators', async ({ service, supervisor, user }) => {
    for (const { token } of [supervisor, user])
      expectFailure(await service.call('PUT', '/settings', { token, body: { name: 'x' } }), 403, 'FORBIDDEN');
  });

  it('lets one of many who have seen a version through', async ({ put, ask }) => {
    for (let round = 0; round < 5; round += 1) {
      const { version } = await ask('GET', '/settings');
      const answers = await atOnce(8, (i) => put({ name: `Firm ${round} ${i}` }, `"${version}"`));
      expect(tally(answers)).toEqual({ 200: 1, 412: 7 });
      expect((await ask('GET', '/settings')).version).toBe(version + 1);
    }
    expectFailure(await put({ name: 'x' }, '"999"'), 412, 'PRECONDITION_FAILED');
  });
});

describe('the journal', () => {
  it('tells of each change, which an Administrator undoes', async ({
    service,
    admin,
    supervisor,
    ask,
    entries,
  }) => {
    await ask('PUT', '/settings', { dayMinutes: 480, weekend: [], currency: null, name: 'Firm' });
    await ask('PUT', '/settings', { dayMinutes: 450, weekend: [5], currency: 'ILS', name: 'Firm' });
    const [entry] = await entries();
    expect(entry).toMatchObject({
      kind: 'settings',
      action: 'update',
      actor: admin.id,
      before: { dayMinutes: 480, weekend: [], currency: null },
      after: { dayMinutes: 450, weekend: [5], currency: 'ILS' },
      subject: { title: 'Firm', date: null, value: null },
    });
    expect(Object.keys(entry.after)).toHaveLength(3);
    const count = (await entries()).length;
    await ask('PUT', '/settings', { dayMinutes: 450 });
    expect(await entries()).toHaveLength(count);

    const undo = (token: string) => service.call('POST', `/journal/${entry._id}/undo`, { token });
    expectFailure(await undo(supervisor.token), 403, 'FORBIDDEN');
    const { body } = await undo(admin.token);
    expect(body.data).toMatchObject({ dayMinutes: 480, weekend: [], currency: null, name: 'Firm' });
    expect(await ask('GET', '/settings')).toEqual(body.data);
    expectFailure(await undo(admin.token), 409, 'UNDO_CONFLICT');
  });

  it('names both values where they have changed since', async ({
    service,
    admin: { token },
    ask,
    entries,
  }) => {
    await ask('PUT', '/settings', { dayMinutes: 400 });
    const [entry] = await entries();
    await ask('PUT', '/settings', { dayMinutes: 410 });
    const answer = await service.call('POST', `/journal/${entry._id}/undo`, { token });
    expect(expectFailure(answer, 409, 'UNDO_CONFLICT')).toEqual(['dayMinutes']);
    expect(answer.body.error.issues[0].params).toEqual({ expected: 400, actual: 410 });
  });

  it('begins with the first change: there is always one record', async ({ service, entries, ask }) => {
    await ask('PUT', '/settings', { name: 'Last' });
    expect(new Set((await entries()).map(({ action }: { action: string }) => action))).toEqual(
      new Set(['update']),
    );
    const { sql } = service;
    await expect(sql`insert into settings (id) values (gen_random_uuid())`).rejects.toMatchObject({
      code: '23514',
    });
    await expect(sql`delete from settings`).rejects.toThrow(/never removed/);
    await expect(sql`update settings set deleted_at = now()`).rejects.toMatchObject({ code: '23514' });
  });
});
