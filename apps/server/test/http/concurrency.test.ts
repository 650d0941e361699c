import { once } from '@daybook/client';
import { migrate } from '@daybook/domain/server';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Ask, asker, atOnce, bodies, served, tally, unique } from '../support/asking.ts';
import { type Answer, type Person, type Service, startService } from '../support/service.ts';

// What many callers do at once. A lost race is refused with a reason, never with a 5xx.
let service: Service;
let admin: Person;
let ask: Ask;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
  ask = asker(service, admin);
});
afterAll(() => service.close());

const as = (person: Person, method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: person.token, body });
const asAdmin = (method: string, path: string, body?: unknown) => as(admin, method, path, body);

describe('registrations of one username at once', () => {
  const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));

  it('one wins, whatever the case and the width', async () => {
    const name = unique('Katherine');
    const forms = [name, name.toUpperCase(), wide(name), wide(name.toLowerCase()), ` ${name} `];
    const register = (i: number) =>
      served(service, 'POST', '/users', {
        token: admin.token,
        body: bodies.user({ username: forms[i % forms.length] }),
      });
    const answers = await atOnce(20, register);
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
    const codes = answers.flatMap(({ status, body }) => (status === 409 ? [body.error.code] : []));
    expect(new Set(codes)).toEqual(new Set(['USERNAME_TAKEN']));
  });

  it('a rename and a registration too', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [
        await ask('POST', '/users', bodies.user()),
        await ask('POST', '/users', bodies.user()),
      ];
      const username = unique('wanted');
      const answers = await Promise.all([
        asAdmin('PUT', `/users/${one._id}`, { username }),
        asAdmin('PUT', `/users/${two._id}`, { username: username.toUpperCase() }),
        asAdmin('POST', '/users', bodies.user({ username: wide(username) })),
      ]);
      expect(tally(answers)).toEqual({ 200: 1, 409: 2 });
    }
  });
});

describe('two Administrators against each other', () => {
  const actions: readonly ((where: Service, actor: Person, id: string) => Promise<Answer>)[] = [
    ({ call }, { token }, id) => call('PATCH', `/users/${id}/role`, { token, body: { role: 'User' } }),
    ({ call }, { token }, id) => call('PATCH', `/users/${id}/status`, { token, body: { active: 'false' } }),
    ({ call }, { token }, id) => call('DELETE', `/users/${id}`, { token }),
  ];
  const pairs = actions.flatMap((one) => actions.map((other) => [one, other] as const));

  it('never leave none, in 30 rounds', { timeout: 60_000 }, async () => {
    // These two are the only active Administrators there are: so each round has a last one.
    const arena = await startService({ limitLogins: false });
    try {
      for (let round = 0; round < 30; round += 1) {
        const [one, two] = [await arena.person('Administrator'), await arena.person('Administrator')];
        await arena.sql`update users set active = false
          where access_level = 'Administrator' and id not in ${arena.sql([one.id, two.id])}`;
        const [action, reply] = pairs[round % pairs.length] ?? [];
        const answers = await Promise.all([action?.(arena, one, two.id), reply?.(arena, two, one.id)]);
        const statuses = answers.map((answer) => answer?.status ?? 0);
        const [left] = await arena.sql`select count(*)::integer as count from users
          where access_level = 'Administrator' and active and deleted_at is null`;
        expect(left?.count, `round ${round}: ${statuses}`).toBe(1);
        // The loser is the last one (409), or is one no longer (403), or has no session left (401).
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect(statuses.filter((status) => [401, 403, 409].includes(status))).toHaveLength(1);
      }
    } finally {
      await arena.close();
    }
  });

  it('the very same change by two is no error', async () => {
    for (const action of actions) {
      const helper = await service.person('Administrator');
      const target = await service.person('Administrator');
      const answers = await Promise.all([
        action(service, admin, target.id),
        action(service, helper, target.id),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200]));
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
  });
});

describe('a record made while the one it names is being deleted', () => {
  const kinds = [
    {
      noun: 'log',
      other: async () => `/users/${(await ask('POST', '/users', bodies.user()))._id}`,
      create: (id: string) => asAdmin('POST', '/logs', bodies.log(id)),
      update: (record: string, id: string) => asAdmin('PUT', `/logs/${record}`, { worker: id }),
      column: 'worker_id',
    },
    {
      noun: 'cheque',
      other: async () => `/payees/${(await ask('POST', '/payees', bodies.payee()))._id}`,
      create: (id: string) => asAdmin('POST', '/cheques', bodies.cheque(id)),
      update: (record: string, id: string) => asAdmin('PUT', `/cheques/${record}`, { payee: id }),
      column: 'payee_id',
    },
  ];
  const idOf = (path: string) => path.split('/')[2] ?? '';

  it.each(kinds)('$noun: never names one deleted before, in 50 rounds', { timeout: 60_000 }, async (kind) => {
    const kept = await kind.create(idOf(await kind.other()));
    const seen = new Set<string>();
    for (let round = 0; round < 50; round += 1) {
      const path = await kind.other();
      const calls = [
        () => kind.create(idOf(path)),
        () => asAdmin('DELETE', path),
        () => kind.update(kept.body.data._id, idOf(path)),
      ];
      // Who is sent first changes from round to round.
      const turned = [...calls.slice(round % 3), ...calls.slice(0, round % 3)];
      for (const { status, body } of await Promise.all(turned.map((call) => call()))) {
        expect([200, 400]).toContain(status);
        if (status === 400) expect(body.error.code).toBe('UNKNOWN_REFERENCE');
        seen.add(String(status));
      }
    }
    // The journal is written under the lock: its order is the order in which things happened.
    const late = await service.sql`
      select named.record_id from journal named join journal gone
        on gone.action = 'delete' and gone.record_id = (named.after ->> ${kind.column})::uuid
      where named.kind = ${`${kind.noun}s`} and named.id > gone.id`;
    expect(late).toEqual([]);
    expect(seen).toContain('200');
  });
});

describe('changes of one record at once', () => {
  it('both are there when they are of different fields', async () => {
    const { _id } = await ask('POST', '/bills', bodies.bill());
    for (let round = 1; round <= 10; round += 1) {
      const [description, extraNotes] = [unique('description'), unique('notes')];
      await Promise.all([
        ask('PUT', `/bills/${_id}`, { description }),
        ask('PUT', `/bills/${_id}`, { extraNotes }),
      ]);
      expect(await ask('GET', `/bills/${_id}`)).toMatchObject({
        description,
        extraNotes,
        version: 1 + 2 * round,
      });
    }
  });

  it('preferences are merged', async () => {
    const person = await service.person('User');
    const parts = [
      { theme: 'dark' },
      { language: 'ar' },
      { timeZone: 'Africa/Cairo' },
      { firstDayOfWeek: 6 },
    ];
    await Promise.all(parts.map((part) => as(person, 'PATCH', '/users/preferences', part)));
    const me = await as(person, 'GET', '/auth');
    expect(me.body.data.preferences).toEqual(Object.assign({ active: true }, ...parts));
  });

  it('a deletion happens once', async () => {
    const { _id } = await ask('POST', '/bills', bodies.bill());
    const answers = await atOnce(10, () => asAdmin('DELETE', `/bills/${_id}`));
    expect(tally(answers)).toEqual({ 200: 1, 404: 9 });
    const rows = await service.sql`select from journal where record_id = ${_id} and action = 'delete'`;
    expect(rows).toHaveLength(1);
  });
});

describe('200 requests at once', () => {
  it('each gets its own answer', { timeout: 60_000 }, async () => {
    // On a slow machine some are told to come again; with a key, a creation that was made after all is not made twice.
    const client = service.client(admin.token, { retries: 50 });
    const send = (method: string, path: string, body?: object, key?: string) =>
      served(service, method, path, {
        token: admin.token,
        body,
        headers: { ...(key !== undefined && { 'idempotency-key': key }) },
      });
    const create = async (i: number, path: string, body: object) =>
      (await send('POST', path, body, `own-${i}`)).body.data;
    const payee = (await ask('POST', '/payees', bodies.payee()))._id;
    const worker = (await service.person('User')).id;
    const own = (i: number) => `own ${i} ${'x'.repeat(1 + ((i * 37) % 300))}`;
    const mixed: readonly ((i: number) => Promise<unknown>)[] = [
      async (i) => (await create(i, '/bills', bodies.bill({ description: own(i) }))).description,
      async (i) => (await create(i, '/cheques', bodies.cheque(payee, { description: own(i) }))).description,
      async (i) => (await create(i, '/logs', bodies.log(worker, { extraNotes: own(i) }))).extraNotes,
      async (i) =>
        (await client.payees.create.mutate({ name: 'P', extraNotes: own(i) }, once(`own-${i}`))).extraNotes,
      async (i) => {
        const bill = { date: '2024-1-1', value: i, extraNotes: own(i) };
        const { _id } = await client.bills.create.mutate(bill, once(`own-${i}`));
        return (await send('GET', `/bills/${_id}`)).body.data.extraNotes;
      },
      async (i) =>
        (await send('POST', '/bills', { date: own(i), value: 1 })).body.error.issues.length === 1 && own(i),
      async (i) => (await send('GET', `/bills/${i}`)).status === 404 && own(i),
      async (i) => (await send('GET', '/users?search=^first')).body.data.length === 1 && own(i),
    ];
    const answers = await atOnce(200, async (i) => mixed[i % mixed.length]?.(i));
    expect(answers).toEqual(Array.from({ length: 200 }, (_, i) => own(i)));
    const [stored] =
      await service.sql`select count(*)::integer as count from bills where description like 'own %'`;
    expect(stored?.count).toBe(25);
  });
});

describe('ten instances that start at once', () => {
  it('apply each migration once', { timeout: 60_000 }, async ({ skip }) => {
    const databases = inject('databases');
    if (databases.kind === 'embedded')
      return skip(
        'the embedded database has one session, in which advisory locks exclude nobody; one process owns it',
      );
    const name = `daybook_empty_${process.pid}_${Date.now()}`;
    const root = postgres(databases.url, { max: 1, onnotice: () => {} });
    await root.unsafe(`create database ${name}`);
    const address = new URL(databases.url);
    address.pathname = `/${name}`;
    try {
      await atOnce(10, () => migrate(address.href));
      const sql = postgres(address.href, { max: 1, onnotice: () => {} });
      const applied = await sql`select hash from drizzle.__drizzle_migrations order by id`;
      await sql.end();
      const known = await service.sql`select hash from drizzle.__drizzle_migrations order by id`;
      expect(applied.map(({ hash }) => hash)).toEqual(known.map(({ hash }) => hash));
      expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
    } finally {
      await root.unsafe(`drop database ${name} with (force)`);
      await root.end();
    }
  });
});
