import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { issueOf, settlementTest } from '../support/pay.ts';
import { bodyOf } from '../support/samples/index.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 17.
const it = settlementTest
  .extend(
    'erase',
    { scope: 'file' },
    ({ send }) =>
      (id: string) =>
        send('POST', `/users/${id}/erase`),
  )
  /** Everything that the database holds, as text: what a dump would. */
  .extend('dump', { scope: 'file' }, ({ service: { sql } }) => async () => {
    const tables =
      await sql`select table_name as name from information_schema.tables where table_schema = 'public'`;
    const rows = await Promise.all(
      tables.map(({ name }) => sql`select to_jsonb(r)::text as row from ${sql(name)} as r`),
    );
    return tables.flatMap(({ name }, n) => (rows[n] ?? []).map(({ row }) => `${name}: ${row}`));
  });

/** What is distinctive about a person, in every place where there can be any. */
const person = {
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  username: 'zq-distinctive',
  email: 'zephyrine@quill.example',
  phoneNumber: '+44 20 7946 0999',
  password: 'correct horse battery',
};
const traces =
  /zephyrine|quillfeather|zq-distinctive|7946 0999|whispered|europe\/vaduz|secret agent|my own token/i;

describe('the personal data of a user', () => {
  it('is gone from the whole database, and the money stays', async ({
    service,
    admin,
    ask,
    send,
    work,
    settle,
    makeVoid,
    erase,
    dump,
  }) => {
    const { _id: id } = await ask('POST', '/users', person);
    const key = { 'idempotency-key': 'kept-for-a-day' };
    const created = { ...bodyOf('users'), ...person, username: 'zq-distinctive-2' };
    const again = await service.call('POST', '/users', { token: admin.token, body: created, headers: key });
    await service.logIn('zq-distinctive', 'wrong').catch(() => {});
    const { body } = await service.call('POST', '/auth', {
      body: { username: person.username, password: person.password },
      headers: { 'user-agent': 'secret agent' },
    });
    const token = body.data.accessToken;
    await service.call('PATCH', '/users/preferences', { token, body: { timeZone: 'Europe/Vaduz' } });
    await service.call('POST', '/tokens', { token, body: { name: 'my own token', scopes: ['logs:read'] } });
    await service.sql`insert into calendars (id, user_id, token_hash, changed_by) values (gen_random_uuid(), ${id}, 'hash', ${id})`;
    await ask('POST', '/rates', {
      worker: id,
      from: '2023-01-05',
      basis: 'hour',
      amount: '60',
      extraNotes: 'whispered rate',
    });
    const log = await work(id, '2023-01-05', { extraNotes: 'whispered of Zephyrine' });
    await ask('PUT', `/logs/${log._id}`, { extraNotes: 'whispered again' });
    await service.call('POST', '/pay-entries', {
      token: admin.token,
      headers: key,
      body: { worker: id, date: '2023-01-05', kind: 'bonus', amount: '20', extraNotes: 'whispered bonus' },
    });
    await makeVoid(await settle(id, '2023-01-05', { payout: '1' }));
    await service.sql`update settlements set reason = 'whispered reason' where worker_id = ${id}`;
    await settle(id, '2023-01-06', { payout: '500' });
    await ask('DELETE', `/logs/${(await work(id, '2023-01-07', { extraNotes: 'whispered, deleted' }))._id}`);
    const before = (await ask('GET', `/users/${id}/statement?from=2023-01-01&to=2023-02-01`)).totals;
    expect((await dump()).filter((row) => traces.test(row)).length).toBeGreaterThan(15);

    const [settlement] = await ask('GET', `/settlements?worker=${id}`);
    for (const deleted of [id, again.body.data._id]) {
      await ask('DELETE', `/users/${deleted}`);
      expect((await erase(deleted)).body.data).toMatchObject({ _id: deleted });
    }

    expect((await dump()).filter((row) => traces.test(row))).toEqual([]);
    expect(await service.sql`select 1 from calendars where user_id = ${id}`).toEqual([]);
    expect(
      await service.sql`select 1 from journal where kind in ('tokens', 'calendars') and after ? 'user_id'`,
    ).toEqual([]);
    const statement = await ask('GET', `/users/${id}/statement?from=2023-01-01&to=2023-02-01`);
    expect(statement).toMatchObject({ workerName: 'Former worker 1', totals: before });
    const [stays] = await ask('GET', `/settlements?worker=${id}`);
    expect(stays).toMatchObject({ number: 2, balance: settlement.balance, totals: settlement.totals });
    const [entry] = await ask('GET', `/journal?record=${id}`);
    expect(entry).toMatchObject({ action: 'erase', actor: admin.id, before: null, after: null });
    expectFailure(await send('GET', `/users/${id}`), 404, 'NOT_FOUND');
  });

  it('is not given again for an Idempotency-Key, whatever the person was called, and records are', async ({
    service,
    admin,
    ask,
    worker,
    erase,
    dump,
  }) => {
    const names = [
      ['Oriel', 'Firstname'],
      ['Peregrine', 'Secondname'],
    ] as const;
    const told = /oriel|peregrine|firstname|secondname|whispered/i;
    const [id, other] = [await worker(), await worker()];
    const [rename, undoRename] = names.map(
      ([firstName, lastName]) =>
        () =>
          ask('PUT', `/users/${id}`, { firstName, lastName }),
    );
    const keyed = (path: string, body: object, token = admin.token) =>
      service.call('POST', path, { token, body, headers: { 'idempotency-key': `kept-${path.slice(1)}` } });
    const extraNotes = 'whispered of Oriel Firstname';
    await rename?.();
    const shift = { date: '2023-01-05', startingTime: '08:00', finishingTime: '16:00', extraNotes };
    const requests: [path: string, body: object][] = [
      ['/logs', { worker: id, payment: '480', ...shift }],
      ['/rates', { worker: id, from: '2023-02-01', basis: 'hour', amount: '60', extraNotes }],
      ['/pay-entries', { worker: id, date: '2023-01-05', kind: 'bonus', amount: '20', extraNotes }],
      ['/settlements', { worker: id, to: '2023-01-06', payout: '20' }],
    ];
    const first = [];
    for (const [path, body] of requests) first.push((await keyed(path, body)).body.data);
    expect(first.map(({ workerName }) => workerName)).toEqual(Array(4).fill('Oriel Firstname'));
    // Of somebody else, with the same name and the same note.
    const same = { worker: other, ...shift };
    await ask('PUT', `/users/${other}`, { firstName: 'Oriel', lastName: 'Firstname' });
    const others = await service.call('POST', '/logs', {
      token: admin.token,
      body: same,
      headers: { 'idempotency-key': 'of-another' },
    });
    // A closing tells who closed before.
    await ask('PATCH', `/users/${id}/role`, { role: 'Supervisor' });
    const [row] = await service.sql`select username from users where id = ${id}`;
    const token = await service.logIn(row?.username);
    const closing = { through: '2019-12-31', kinds: ['bills'] };
    expect((await service.call('POST', '/closings', { token, body: closing })).status).toBe(200);
    const closed = await keyed('/closings', { ...closing, through: '2020-12-31' });
    expect(closed.body.data.history[1]).toMatchObject({ actor: id, actorName: 'Oriel Firstname' });

    await undoRename?.();
    await ask('DELETE', `/users/${id}`);
    const called = (await erase(id)).body.data.name;
    const rows = (await dump()).filter((row) => told.test(row) && !row.includes(other));
    expect(rows).toEqual([]);
    for (const [n, [path, body]] of requests.entries()) {
      const again = await keyed(path, body);
      expect([path, again.status, again.headers.get('idempotent-replayed')]).toEqual([path, 200, 'true']);
      const { lines, ...kept } = first[n];
      expect(again.body.data).toMatchObject({
        ...kept,
        workerName: called,
        ...('extraNotes' in kept && { extraNotes: '' }),
      });
      expect(JSON.stringify(again.body)).not.toMatch(told);
      expect(again.body.data.lines?.length).toBe(lines?.length);
    }
    const history = (await keyed('/closings', { ...closing, through: '2020-12-31' })).body.data.history;
    expect(history).toEqual(
      closed.body.data.history.map((one: { actor: string }) =>
        one.actor === id ? { ...one, actorName: called } : one,
      ),
    );
    const replayed = await service.call('POST', '/logs', {
      token: admin.token,
      body: same,
      headers: { 'idempotency-key': 'of-another' },
    });
    expect(replayed.body).toEqual(others.body);
  });

  it('is erased only once the account is deleted and settled, and once', async ({
    admin,
    send,
    ask,
    worker,
    work,
    enter,
    erase,
    undo,
  }) => {
    for (const unknown of ['unknown', '0193a6a0-7c1e-7a52-9d0e-6f1c2b3a4d00'])
      expectFailure(await erase(unknown), 404, 'NOT_FOUND');
    const id = await worker();
    expectFailure(await erase(id), 409, 'NOT_DELETED');
    await work(id, '2023-01-05', { payment: '479.5' });
    await ask('DELETE', `/users/${id}`);
    const refused = await erase(id);
    expect(expectFailure(refused, 409, 'NOT_SETTLED')).toEqual(['userID']);
    expect(issueOf(refused)).toMatchObject({ code: 'not_settled', params: { balance: '0.50' } });
    await enter(id, '2099-01-05', 'payout', '0.5');
    expect((await erase(id)).body.data.name).toMatch(/^Former worker \d+$/);

    expectFailure(await erase(id), 409, 'ALREADY_ERASED');
    expectFailure(await send('POST', `/users/${id}/restore`), 404, 'NOT_FOUND');
    expectFailure(await undo(id, admin), 409, 'NOT_UNDOABLE');
    const entries = await ask('GET', `/journal?record=${id}`);
    for (const { _id } of entries) expect((await send('POST', `/journal/${_id}/undo`)).status).toBe(409);
    const trashed = await ask('GET', '/trash?kind=users');
    expect(trashed.map(({ _id }: { _id: string }) => _id)).not.toContain(id);
  });

  it('without rates, entries and settlements what logs paid is no balance', async ({
    ask,
    work,
    make,
    erase,
  }) => {
    const { _id: id } = await make('users');
    await work(id, '2023-01-05', { payment: '100' });
    await ask('DELETE', `/users/${id}`);
    expect((await erase(id)).status).toBe(200);
  });

  it('erased or restored at once: one of the two, whole', async ({ ask, make, send, erase, service }) => {
    for (let round = 0; round < 5; round++) {
      const { _id: id } = await make('users');
      await ask('DELETE', `/users/${id}`);
      const answers = await atOnce(8, (i) => (i % 2 ? erase(id) : send('POST', `/users/${id}/restore`)));
      expect(tally(answers)[200]).toBe(1);
      const [row] = await service.sql`
        select (former_number is null) = (deleted_at is null) as whole, first_name from users where id = ${id}`;
      expect(row?.whole).toBe(true);
    }
  });

  it('several are erased at once, each with a number of its own', async ({ ask, make, erase }) => {
    const people = await Promise.all(Array.from({ length: 6 }, () => make('users')));
    for (const { _id } of people) await ask('DELETE', `/users/${_id}`);
    const answers = await atOnce(6, (i) => erase(people[i]?._id ?? ''));
    expect(new Set(answers.map(({ body }) => body.data.name)).size).toBe(6);
  });

  it('everything else is refused to the database’s own user as before', async ({ service: { sql } }) => {
    for (const setting of ['', 'on', '1'])
      for (const statement of [
        'delete from journal',
        'update journal set before = null',
        'delete from logs',
        'truncate journal',
      ])
        await expect(
          sql.begin(async (tx) => {
            await tx`select set_config('daybook.removal', ${setting}, true)`;
            await tx.unsafe(statement);
          }),
        ).rejects.toMatchObject({ code: '42501' });
  });
});
