import { sha256 } from '@daybook/api';
import { describe, expect } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { atOnce, tally } from '../support/asking.ts';
import { type ReadEvent, readByIcalJs, readers } from '../support/calendars.ts';
import { unique } from '../support/samples/index.ts';
import type { Person, Settings } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 12: the calendar of the cheques that fall due.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'post',
    { scope: 'file' },
    ({ service }) =>
      ({ token }: Person, key?: string) =>
        service.call('POST', '/calendars', { token, ...(key && { headers: { 'idempotency-key': key } }) }),
  )
  /** The path of a new calendar. */
  .extend('open', { scope: 'file' }, ({ service, post }) => async (person: Person) => {
    const { status, body } = await post(person);
    expect(status).toBe(200);
    return { id: body.data._id as string, path: body.data.url.slice(service.url.length) as string };
  })
  .extend('events', { scope: 'file' }, ({ service }) => async (path: string) => {
    const { status, body } = await service.call('GET', path);
    expect(status).toBe(200);
    return readByIcalJs(body).events;
  });

const today = new Date().toISOString().slice(0, 10);
const plus = (count: number, day = today) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
const find = (events: readonly ReadEvent[], { _id }: { readonly _id: string }) =>
  events.find(({ uid }) => uid === `${_id}@daybook`);

describe('a calendar address', () => {
  it('is shown once, listed without it, and deleted', async ({ service, open, post }) => {
    const person = await service.person('Supervisor');
    const { token } = person;
    const first = await post(person);
    const { _id, url } = first.body.data;
    expect(Object.keys(first.body.data)).toEqual(['_id', 'url']);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/calendar\/[\w-]{43}\.ics$/);
    const second = await open(person);
    expect(second.path).not.toBe(new URL(url).pathname);

    const listed = await service.call('GET', '/calendars', { token });
    const unread = { user: person.id, createdAt: expect.any(String), lastReadAt: null, lastReadFrom: null };
    expect(listed.body).toEqual({
      success: true,
      data: [
        { _id: second.id, ...unread },
        { _id, ...unread },
      ],
      nextCursor: null,
    });
    await service.call('GET', new URL(url).pathname);
    const client = service.client(token);
    const page = await client.calendars.list.query({ limit: 1 });
    const next = await client.calendars.list.query({ cursor: page.nextCursor ?? '' });
    expect([...page.items, ...next.items]).toMatchObject([
      { lastReadAt: null, lastReadFrom: null },
      { lastReadAt: expect.stringMatching(/Z$/), lastReadFrom: '127.0.0.1' },
    ]);

    const gone = await service.call('DELETE', `/calendars/${_id}`, { token });
    expect(gone.body).toEqual({ success: true, data: { _id } });
    expectFailure(await service.call('DELETE', `/calendars/${_id}`, { token }), 404, 'NOT_FOUND');
    expectFailure(await service.call('GET', new URL(url).pathname), 404, 'NOT_FOUND');
    expect((await service.call('GET', second.path)).status).toBe(200);
  });

  it('is stored as a hash alone', async ({ service, admin, open }) => {
    const { id, path } = await open(admin);
    const secret = path.slice('/calendar/'.length, -'.ics'.length);
    const rows = await service.sql`select * from calendars where id = ${id}`;
    expect(rows).toMatchObject([{ token_hash: sha256(secret) }]);
    const entries = await service.sql`select * from journal where record_id = ${id}`;
    expect(entries).toMatchObject([{ kind: 'calendars', action: 'create', after: { user_id: admin.id } }]);
    for (const text of [JSON.stringify(rows), JSON.stringify(entries)]) expect(text).not.toContain(secret);
    expect(JSON.stringify(entries)).not.toContain(sha256(secret));
  });

  it('is the same again for the same Idempotency-Key, also of eight at once', async ({ service, post }) => {
    const person = await service.person('Supervisor');
    const key = unique('key-');
    const answers = await atOnce(8, () => post(person, key));
    expect(tally(answers)).toEqual({ 200: 8 });
    expect(new Set(answers.map(({ body }) => body.data.url)).size).toBe(1);
    const kept = await service.sql`select answer from idempotency_keys where key = ${key}`;
    // The identifier alone.
    expect(kept).toEqual([{ answer: [{ c0: answers[0]?.body.data._id }] }]);
    const { body } = await service.call('GET', '/calendars', { token: person.token });
    expect(body.data).toHaveLength(1);
  });

  it('is one of 20 at the most, also of thirty at once', async ({ service, post }) => {
    const person = await service.person('Administrator');
    const answers = await atOnce(30, () => post(person));
    expect(tally(answers)).toEqual({ 200: 20, 400: 10 });
    const refused = await post(person);
    expect(expectFailure(refused, 400, 'VALIDATION')).toEqual(['']);
    expect(refused.body.error.issues).toMatchObject([{ code: 'limit_reached', params: { max: 20 } }]);
    await service.call(
      'DELETE',
      `/calendars/${answers.find(({ status }) => status === 200)?.body.data._id}`,
      {
        token: person.token,
      },
    );
    expect((await post(person)).status).toBe(200);
  });

  it('is the address by which the caller reaches the service', async ({ service, admin }) => {
    const headers = {
      authorization: `Bearer ${admin.token}`,
      'x-forwarded-host': 'books.example',
      'x-forwarded-proto': 'https',
    };
    const urlWith = async (settings: Settings) => {
      const { dependencies } = service;
      const app = await buildApp({ ...dependencies, settings: { ...dependencies.settings, ...settings } });
      const answer = await app.inject({
        method: 'POST',
        url: `${settings.basePath ?? ''}/calendars`,
        headers,
      });
      await app.close();
      return answer.json().data.url.replace(/[\w-]{43}/, '…');
    };
    expect(await urlWith({})).toBe('http://localhost:80/calendar/….ics');
    expect(await urlWith({ secureCookies: true })).toBe('https://localhost:80/calendar/….ics');
    const declared = { trustProxy: ['127.0.0.1'], basePath: '/daybook' };
    expect(await urlWith(declared)).toBe('https://books.example/daybook/calendar/….ics');
  });
});

describe('the feed', () => {
  it('has each cheque due from 90 days ago to 400 days ahead', async ({
    service,
    supervisor,
    ask,
    make,
    open,
    events,
  }) => {
    const { path } = await open(supervisor);
    const payee = await ask('POST', '/payees', { name: 'مؤسسة; "النور", \\ =1+1' });
    const cheque = (days: number, more: object = {}) =>
      make('cheques', { payee: payee._id, dueDate: plus(days), ...more });
    const out = [await cheque(-91), await cheque(401), await cheque(5)];
    await ask('DELETE', `/cheques/${out[2]._id}`);
    const long = '🙂'.repeat(64);
    const shown = [await cheque(-90), await cheque(0, { serial: long, value: '1200.50' }), await cheque(400)];
    const cancelled = await cheque(1, { isCancelled: true });
    const cleared = await cheque(2);
    await ask('POST', `/cheques/${cleared._id}/events`, { kind: 'clear' });
    const bounced = await cheque(3);
    await ask('POST', `/cheques/${bounced._id}/events`, { kind: 'bounce' });
    const later = await ask('PUT', `/cheques/${shown[0]._id}`, { value: '7' });

    const { body, headers } = await service.call('GET', path);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
    for (const [reader, read] of Object.entries(readers)) {
      const found = read(body);
      expect(found.name, reader).toBe('Daybook');
      expect(found.events.map(({ uid }) => uid)).toEqual(
        [shown[0], shown[1], cancelled, cleared, bounced, shown[2]].map(({ _id }) => `${_id}@daybook`),
      );
      const [first, second, ...others] = found.events;
      expect(first).toMatchObject({ sequence: 2, summary: expect.stringMatching(/ · 0042 · 7$/) });
      expect(first?.updatedAt.slice(0, 19)).toBe(later.updatedAt.slice(0, 19));
      expect(second).toMatchObject({
        summary: `مؤسسة; "النور", \\ =1+1 · ${long} · 1200.50`,
        days: [today, plus(1)],
        sequence: 1,
        status: 'CONFIRMED',
        transparency: 'TRANSPARENT',
      });
      expect(others.map(({ status, sequence }) => [status, sequence])).toEqual([
        ['CANCELLED', 1],
        ['CANCELLED', 2],
        ['CONFIRMED', 2],
        ['CONFIRMED', 1],
      ]);
    }
    for (const one of out) expect(find(await events(path), one)).toBeUndefined();
  });

  it('has the name of the business, and amounts with its currency', async ({
    service,
    admin,
    ask,
    make,
    open,
  }) => {
    const { path } = await open(admin);
    const payee = await make('payees', { name: 'Mill' });
    const cheque = await make('cheques', { payee: payee._id, dueDate: today, serial: '7', value: '12.50' });
    await ask('PUT', '/settings', { name: 'Büro; "Licht", مؤسسة', currency: 'ILS' });
    for (const read of Object.values(readers)) {
      const found = read((await service.call('GET', path)).body);
      expect(found.name).toBe('Büro; "Licht", مؤسسة');
      expect(find(found.events, cheque)?.summary).toBe('Mill · 7 · 12.50 ILS');
    }
    await ask('PUT', '/settings', { name: '', currency: null });
  });

  it('counts from today where its owner is', async ({ service, make, open, events }) => {
    const person = await service.person('Supervisor');
    const { path } = await open(person);
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
    // At any moment these two are on different days.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      await service.call('PATCH', '/users/preferences', { token: person.token, body: { timeZone } });
      const first = plus(-90, dayIn(timeZone));
      const [shown, past] = [
        await make('cheques', { dueDate: first }),
        await make('cheques', { dueDate: plus(-1, first) }),
      ];
      const found = await events(path);
      expect([find(found, shown)?.days[0], find(found, past)]).toEqual([first, undefined]);
    }
  });

  it('is not sent again where nothing has changed', async ({ service, admin, make, open }) => {
    const { path } = await open(admin);
    const { headers } = await service.call('GET', path);
    const seen = { 'if-none-match': headers.get('etag') ?? '' };
    const again = await service.call('GET', path, { headers: seen });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', seen['if-none-match']]);
    await make('cheques', { dueDate: today });
    expect((await service.call('GET', path, { headers: seen })).status).toBe(200);
  });

  it('is for whoever has the address, by GET and HEAD alone', async ({ service, admin, open }) => {
    const { path } = await open(admin);
    const head = await service.call('HEAD', path);
    expect([head.status, head.body, head.headers.get('content-type')]).toEqual([
      200,
      '',
      'text/calendar; charset=utf-8',
    ]);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await service.call(method, path);
      expectFailure(answer, 405, 'METHOD_NOT_ALLOWED');
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
    const wrong = [
      path.slice(0, -5),
      path.replace('.ics', ''),
      `${path}x`,
      '/calendar/.ics',
      '/calendar/x.ics',
    ];
    for (const other of [...wrong, `/calendar/${'x'.repeat(4000)}.ics`, '/calendar', '/calendar/%00.ics'])
      expectFailure(await service.call('GET', other), 404, 'NOT_FOUND');
  });

  it('ends while its owner may not read cheques, whoever changed that', async ({ service, ask, open }) => {
    const person = await service.person('Supervisor');
    const { path } = await open(person);
    const status = async () => (await service.call('GET', path)).status;
    const account = `/users/${person.id}`;
    expect(await status()).toBe(200);
    await ask('PATCH', `${account}/role`, { role: 'User' });
    expect(await status()).toBe(404);
    await ask('PATCH', `${account}/role`, { role: 'Administrator' });
    expect(await status()).toBe(200);
    await ask('DELETE', account);
    expect(await status()).toBe(404);
  });

  it('ends with the secret that made its address', async ({ service, admin, open }) => {
    const { id, path } = await open(admin);
    const { tokens } = service.dependencies;
    const token = path.slice('/calendar/'.length, -'.ics'.length);
    expect(tokens.calendar(id)).toBe(token);
    const other = await open(admin);
    await service.sql`update calendars set token_hash = 'taken' where id = ${id}`;
    await service.sql`update calendars set token_hash = ${sha256(token)} where id = ${other.id}`;
    expect((await service.call('GET', path)).status).toBe(404);
  });
});
