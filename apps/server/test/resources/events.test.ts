import type { EventPage } from '@daybook/domain';
import { purging } from '@daybook/domain/server';
import postgres from 'postgres';
import { describe, expect } from 'vitest';
import { atOnce, isWaiting } from '../support/asking.ts';
import type { Person } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 8: the feed.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** The feed after a position, as somebody reads it. */
  .extend(
    'readNow',
    { scope: 'file' },
    ({ service, admin }) =>
      async (query: string, { token }: Pick<Person, 'token'> = admin): Promise<EventPage> => {
        const answer = await service.call('GET', `/events?${query}`, { token });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        return answer.body.data;
      },
  )
  /** The same once all changes have their positions. */
  .extend(
    'read',
    { scope: 'file' },
    ({ readNow, service }) =>
      async (query: string, person?: Pick<Person, 'token'>): Promise<EventPage> => {
        while (await isWaiting(service)) await readNow('');
        return readNow(query, person);
      },
  )
  .extend(
    'now',
    { scope: 'file' },
    ({ read }) =>
      async () =>
        (await read('')).position,
  );

const summaryOf = ({ events }: EventPage) =>
  events.map(({ kind, record, action, version }) => [kind, record, action, version]);

it('has each change once, oldest first, and goes on where it ended', async ({ ask, make, read, now }) => {
  const begin = await now();
  const bill = await make('bills', { description: 'first' });
  await ask('PUT', `/bills/${bill._id}`, { description: 'second' });
  await ask('PUT', `/bills/${bill._id}`, { description: 'second' });
  const payee = await make('payees');
  await ask('DELETE', `/bills/${bill._id}`);
  await ask('POST', `/bills/${bill._id}/restore`);
  const all = [
    ['bills', bill._id, 'create', 1],
    ['bills', bill._id, 'update', 2],
    ['payees', payee._id, 'create', 1],
    ['bills', bill._id, 'delete', 3],
    ['bills', bill._id, 'restore', 4],
  ];
  const page = await read(`after=${begin}`);
  expect(summaryOf(page)).toEqual(all);
  expect(page.hasMore).toBe(false);
  expect(page.position).toBe(page.events.at(-1)?.position);
  expect(await read(`after=${page.position}`)).toEqual({
    events: [],
    position: page.position,
    hasMore: false,
  });
  const parts: unknown[] = [];
  for (let after = begin, hasMore = true; hasMore; ) {
    const part = await read(`after=${after}&limit=2`);
    parts.push(...summaryOf(part));
    ({ position: after, hasMore } = part);
  }
  expect(parts).toEqual(all);
  const ofPayees = await read(`after=${begin}&kinds=payees,cheques`);
  expect(summaryOf(ofPayees)).toEqual([all[2]]);
  expect(ofPayees.position).toBe(page.position);
});

it('is the same by the typed client', async ({ service, admin, read, now, make }) => {
  const after = await now();
  await make('bills');
  const page = await read(`after=${after}&kinds=bills`);
  expect(page.events).toHaveLength(1);
  expect(await service.client(admin.token).events.list.query({ after, kinds: 'bills' })).toEqual(page);
});

it('lists nothing that comes after a change that is yet to be committed', async ({
  service: { sql },
  make,
  read,
  readNow,
  now,
}) => {
  const begin = await now();
  const bill = await make('bills');
  const position = (await read(`after=${begin}`)).position;
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const slow = sql.begin(async (transaction) => {
    await transaction`update bills set extra_notes = 'slow', version = version + 1 where id = ${bill._id}`;
    started.resolve();
    await finish.promise;
  });
  await started.promise;
  const later = await make('bills');
  expect(await readNow(`after=${begin}`)).toMatchObject({ position, hasMore: false });
  finish.resolve();
  await slow;
  expect(summaryOf(await read(`after=${position}`))).toEqual([
    ['bills', bill._id, 'update', 2],
    ['bills', later._id, 'create', 1],
  ]);
});

it('has a change whose transaction began before another one that was read first', async ({
  service,
  make,
  read,
  readNow,
  now,
}) => {
  const begin = await now();
  const { host, port, database, user, pass } = service.sql.options;
  await using connections = Object.assign(
    postgres({
      host: host[0] ?? '',
      port: port[0] ?? 0,
      database,
      username: user,
      password: pass ?? '',
      max: 2,
    }),
    { [Symbol.asyncDispose]: () => connections.end() },
  );
  const [one, two] = [await make('bills'), await make('bills')];
  await make('bills');
  /** Changes a bill in a transaction of its own. @returns its commit */
  const change = async ({ _id }: { readonly _id: string }) => {
    const changed = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    const done = connections.begin(async (transaction) => {
      await transaction`update bills set extra_notes = 'late', version = version + 1 where id = ${_id}`;
      changed.resolve();
      await finish.promise;
    });
    await changed.promise;
    return async () => {
      finish.resolve();
      await done;
    };
  };
  const isListed = async ({ _id }: { readonly _id: string }) =>
    summaryOf(await readNow(`after=${begin}`)).some(
      ([, record, action]) => record === _id && action === 'update',
    );
  const commitOne = await change(one);
  const commitTwo = await change(two);
  // While neither has ended.
  await readNow('');
  await commitOne();
  while (!(await isListed(one)));
  await commitTwo();
  expect(summaryOf(await read(`after=${begin}`)).slice(-2)).toEqual([
    ['bills', one._id, 'update', 2],
    ['bills', two._id, 'update', 2],
  ]);
});

it('is whole for each of four readers while twenty write', async ({ service, admin, ask, readNow, now }) => {
  const begin = await now();
  const [{ last } = { last: '0' }] = await service.sql`select max(id) as last from journal`;
  let isWriting = true;
  const writer = async (i: number) => {
    for (let n = 0; n < 4; n++) {
      const { _id } = await ask('POST', '/bills', { date: '2020-01-31', value: `${i + 1}` });
      if (n === 1) await ask('PUT', `/bills/${_id}`, { value: '0' });
      if (n === 2) await ask('DELETE', `/bills/${_id}`);
      // Refused in the middle of what it would change.
      const bad = { create: [{ date: '2020-01-31', value: '1' }], delete: [{ _id: admin.id }] };
      if (n === 3)
        expect((await service.call('POST', '/bills/bulk', { token: admin.token, body: bad })).status).toBe(
          400,
        );
      const two = {
        create: [
          { date: '2020-01-31', value: '1' },
          { date: '2020-01-31', value: '2' },
        ],
      };
      if (n === 0) await ask('POST', '/bills/bulk', two);
    }
  };
  const reader = async () => {
    const from = (await readNow('')).position;
    const seen: number[] = [];
    let isLast = false;
    for (let after = from; !isLast; ) {
      const wasWriting = isWriting;
      const isAllThere = !wasWriting && !(await isWaiting(service));
      const page = await readNow(`after=${after}&limit=7`);
      seen.push(...page.events.map(({ position }) => position));
      after = page.position;
      isLast = isAllThere && !page.hasMore;
    }
    return { from, seen };
  };
  const writing = atOnce(20, writer).finally(() => {
    isWriting = false;
  });
  const readers = await atOnce(4, reader);
  await writing;
  const placed = await service.sql<{ position: string; entry: string }[]>`
    select position, entry from events where position > ${begin} order by position`;
  const written = await service.sql<{ id: string }[]>`select id from journal where id > ${last} order by id`;
  expect(placed.map(({ entry }) => entry).toSorted()).toEqual(written.map(({ id }) => id).toSorted());
  expect(placed).toHaveLength(20 * 8);
  const positions = placed.map(({ position }) => Number(position));
  for (const { from, seen } of readers) expect(seen).toEqual(positions.filter((position) => position > from));
});

describe('is for each person what they may read', () => {
  it('the staff: what is closed and re-opened, in the journal too', async ({
    ask,
    read,
    now,
    admin,
    supervisor,
    user,
    service,
  }) => {
    const begin = await now();
    const close = (through: string | null, reason = '') =>
      ask('POST', '/closings', { through, kinds: ['bills', 'cheques'], reason });
    await close('2024-01-31');
    await close('2024-01-31');
    await close(null, 'A mistake');
    const record = '00000000-0000-7000-8000-000000000002';
    const closed = ['closings', record, 'update', null];
    for (const kinds of ['', '&kinds=closings'])
      expect(summaryOf(await read(`after=${begin}${kinds}`, supervisor))).toEqual([closed, closed]);
    expect(summaryOf(await read(`after=${begin}`, user))).toEqual([]);
    const entries = await service.call('GET', `/journal?record=${record}`, { token: supervisor.token });
    const days = { bills: '2024-01-31', cheques: '2024-01-31' };
    const open = { bills: null, cheques: null };
    expect(entries.body.data).toMatchObject([
      { kind: 'closings', actor: admin.id, before: days, after: open, subject: { title: '' } },
      { before: open, after: days },
    ]);
    const undo = await service.call('POST', `/journal/${entries.body.data[0]._id}/undo`, admin);
    expectFailure(undo, 409, 'NOT_UNDOABLE');
  });

  it('a User: of their own, also what was taken from them', async ({
    service,
    user,
    supervisor,
    ask,
    make,
    read,
    now,
  }) => {
    const begin = await now();
    const other = await service.person('User');
    const own = await make('logs', { worker: user.id });
    const others = await make('logs', { worker: other.id });
    await ask('PUT', `/logs/${own._id}`, { worker: other.id });
    await make('bills');
    const rate = await make('rates', { worker: user.id });
    await ask('PUT', '/settings', { name: 'Bakery' });
    await ask('PUT', `/users/${user.id}`, { firstName: 'Grace' });
    const ofUser = summaryOf(await read(`after=${begin}`, user));
    expect(ofUser.map(([kind, record, action]) => [kind, record, action])).toEqual([
      ['logs', own._id, 'update'],
      ['settings', expect.any(String), 'update'],
      ['users', user.id, 'update'],
    ]);
    const ofOther = summaryOf(await read(`after=${begin}&kinds=logs`, other));
    expect(ofOther.map(([, record]) => record)).toEqual([own._id, others._id, own._id]);
    const ofSupervisor = (await read(`after=${begin}`, supervisor)).events;
    expect(ofSupervisor.map(({ kind }) => kind)).not.toContain('rates');
    expect(ofSupervisor.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['users', 'logs', 'bills']));
    const ofAdministrator = (await read(`after=${begin}`)).events;
    expect(ofAdministrator.map(({ record }) => record)).toContain(rate._id);
  });

  it('a token: of the kinds that its scopes read', async ({ ask, make, read, now, supervisor, service }) => {
    const begin = await now();
    const token = await ask('POST', '/tokens', { name: 'sync', scopes: ['journal:read', 'payees:read'] });
    await make('bills');
    const payee = await make('payees');
    expect(summaryOf(await read(`after=${begin}`, token))).toEqual([['payees', payee._id, 'create', 1]]);
    const own = await service.call('POST', '/tokens', {
      token: supervisor.token,
      body: { name: 'own', scopes: ['bills:read'] },
    });
    const ofTokens = await read(`after=${begin}&kinds=tokens`, supervisor);
    expect(ofTokens.events.map(({ record }) => record)).toEqual([own.body.data._id]);
    const answer = await service.call('GET', '/events', { token: own.body.data.token });
    expectFailure(answer, 403, 'INSUFFICIENT_SCOPE');
  });
});

describe('a position', () => {
  it('whose next change is no longer kept is gone, and so is one that was never given', async ({
    service,
    admin: { token },
    ask,
    make,
    read,
    now,
  }) => {
    const begin = await now();
    const bill = await make('bills');
    await ask('DELETE', `/bills/${bill._id}`);
    const kept = await make('bills');
    await read(`after=${begin}`);
    const { sql, dependencies } = service;
    await sql`alter table journal disable trigger journal_kept`;
    await sql`update journal set at = at - interval '40 days' where record_id = ${bill._id}`;
    await sql`alter table journal enable trigger journal_kept`;
    await sql`update bills set deleted_at = deleted_at - interval '40 days' where id = ${bill._id}`;
    const month = 30 * 24 * 60 * 60;
    for (const expired of Object.values(purging.retentionKinds({ deleted: month })))
      await purging.purge(dependencies.pools.users, expired);
    const newest = await now();
    const gone = await service.call('GET', `/events?after=${begin}`, { token });
    expectFailure(gone, 410, 'GONE');
    const [issue] = gone.body.error.issues;
    expect(issue).toMatchObject({ path: ['after'], code: 'position_gone', params: { newest } });
    const left = await read(`after=${issue.params.oldest}`);
    expect(left.events.map(({ record }) => record)).toContain(kept._id);
    expectFailure(await service.call('GET', `/events?after=${newest + 1}`, { token }), 410, 'GONE');
  });

  it('is a whole number', async ({ service, admin: { token } }) => {
    for (const after of ['x', '-1', '1.5', '1e3', '9'.repeat(20)])
      expectFailure(await service.call('GET', `/events?after=${after}`, { token }), 400, 'VALIDATION');
  });
});

it('goes on in a database that was moved here, which counted its transactions otherwise', async ({
  service: { sql },
  make,
  read,
  now,
}) => {
  const begin = await now();
  const bill = await make('bills');
  await sql`update event_state set horizon = '900000000000'`;
  await sql`alter table journal disable trigger journal_kept`;
  await sql`update journal set xid = '900000000001' where record_id = ${bill._id}`;
  await sql`alter table journal enable trigger journal_kept`;
  const later = await make('bills');
  expect(summaryOf(await read(`after=${begin}`))).toContainEqual(['bills', bill._id, 'create', 1]);
  const all = summaryOf(await read(`after=${begin}`)).filter(([, record]) =>
    [bill._id, later._id].includes(record as string),
  );
  expect(all).toEqual([
    ['bills', bill._id, 'create', 1],
    ['bills', later._id, 'create', 1],
  ]);
});
