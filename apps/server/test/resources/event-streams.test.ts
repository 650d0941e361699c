import type { Event, EventPage, Principal } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { EventStreams } from '../../src/http/event-streams.ts';
import type { Person, Service } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

interface Message {
  readonly id: string | undefined;
  readonly event?: Event;
}

/** A stream of events, as whoever reads it gets it. */
async function open(
  { url }: Service,
  { token }: Pick<Person, 'token'>,
  { path = '/events', headers = {} } = {},
) {
  const controller = new AbortController();
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  });
  const messages = read(response.body as ReadableStream<Uint8Array>);
  return {
    response,
    messages,
    /** The next events of these records: a change of before may get its position late, and come between them. */
    async next(records: readonly string[], count = records.length): Promise<Event[]> {
      const found: Event[] = [];
      while (found.length < count) {
        const { value, done } = await messages.next();
        if (done) throw new Error('The stream has ended');
        if (value.event && records.includes(value.event.record)) found.push(value.event);
      }
      return found;
    },
    /** Resolves when the service has ended it. */
    async ended(): Promise<true> {
      while (!(await messages.next()).done);
      return true;
    },
    close: () => controller.abort(),
  };
}

async function* read(body: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        const data = field('data');
        yield { id: field('id'), ...(data && { event: JSON.parse(data) }) };
      }
    }
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  }
}

const it = test.extend('settings', { scope: 'file' }, { limitLogins: false });

const recordsOf = (events: readonly Event[]) => events.map(({ record }) => record);

describe('GET /events as server-sent events', () => {
  it('has each change as it happens, with its position as the id', async ({ service, admin, ask, make }) => {
    const { response, messages, next, close } = await open(service, admin);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    // A comment, then where it is.
    await messages.next();
    expect((await messages.next()).value).toEqual({ id: expect.stringMatching(/^\d+$/) });
    const bill = await make('bills');
    await ask('PUT', `/bills/${bill._id}`, { description: 'seen' });
    const events = await next([bill._id], 2);
    expect(events).toMatchObject([
      { kind: 'bills', record: bill._id, action: 'create', version: 1, actor: admin.id },
      { kind: 'bills', record: bill._id, action: 'update', version: 2 },
    ]);
    close();
  });

  it('goes on after Last-Event-ID, whatever the address says', async ({ service, admin, make }) => {
    const first = await open(service, admin);
    const records = [await make('bills'), await make('bills'), await make('bills')].map(({ _id }) => _id);
    const [seen] = await first.next(records, 1);
    first.close();
    const again = await open(service, admin, {
      path: '/events?after=0',
      headers: { 'last-event-id': String(seen?.position) },
    });
    expect(recordsOf(await again.next(records, 2))).toEqual(records.slice(1));
    again.close();
    const from = async (lastEventId: string) => {
      const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId };
      return service.call('GET', '/events', { token: admin.token, headers });
    };
    expectFailure(await from('999999'), 410, 'GONE');
    expectFailure(await from('x'), 400, 'VALIDATION');
  });

  it('sends each reader only what they may read, and asked for', async ({ service, admin, user, make }) => {
    const [ofUser, ofPayees] = [
      await open(service, user),
      await open(service, admin, { path: '/events?kinds=payees' }),
    ];
    const other = await service.person('User');
    const others = [await make('logs', { worker: other.id }), await make('bills')];
    const payee = await make('payees');
    const log = await make('logs', { worker: user.id });
    const records = [...others, payee, log].map(({ _id }) => _id);
    expect(await ofPayees.next(records, 1)).toMatchObject([{ kind: 'payees', record: payee._id }]);
    expect(await ofUser.next(records, 1)).toMatchObject([{ record: log._id, actor: null, actorName: '' }]);
    ofUser.close();
    ofPayees.close();
  });

  it('is the subscription of the typed client too', async ({ service, admin, make }) => {
    const path = `/trpc/events.follow?input=${encodeURIComponent('{"kinds":"bills"}')}`;
    const { messages, close } = await open(service, admin, { path });
    const bill = await make('bills');
    for await (const { id, event } of messages) {
      const page = event as unknown as EventPage | undefined;
      if (!page?.events?.some(({ record }) => record === bill._id)) continue;
      expect(page.events.at(-1)).toMatchObject({ kind: 'bills', record: bill._id });
      expect(page.position).toBe(Number(id));
      break;
    }
    close();
  });
});

it('a stream ends soon after the session, the token, or the role', async ({ service, ask }) => {
  const [loggedOut, demoted] = [await service.person('Supervisor'), await service.person('Supervisor')];
  const token = await ask('POST', '/tokens', { name: 'sync', scopes: ['journal:read', 'bills:read'] });
  const streams = [await open(service, loggedOut), await open(service, demoted), await open(service, token)];
  await service.call('DELETE', '/auth/logout', { token: loggedOut.token });
  await ask('PATCH', `/users/${demoted.id}/role`, { role: 'User' });
  await ask('DELETE', `/tokens/${token._id}`);
  expect(await Promise.all(streams.map((stream) => stream.ended()))).toEqual([true, true, true]);
});

it('who has gone before a stream begins takes no place', async ({ service, admin }) => {
  const streams = new EventStreams(service.dependencies.pools.others, { warn: () => {} }, 1);
  const principal: Principal = { id: admin.id, sessionId: 'one', role: 'Administrator', timeZone: undefined };
  const controller = new AbortController();
  const follow = (sessionId: string, signal: AbortSignal) =>
    streams.follow({
      principal: { ...principal, sessionId },
      query: { after: 0 },
      signal,
      read: async () => ({ events: [], position: 0, hasMore: false }),
      authenticate: async () => principal,
    });
  for await (const _page of follow('one', AbortSignal.abort())) throw new Error('There is a page');
  expect(streams.count).toBe(0);
  follow('one', controller.signal);
  expect(() => follow('two', controller.signal)).toThrow(expect.objectContaining({ code: 'UNAVAILABLE' }));
  controller.abort();
  expect(streams.count).toBe(0);
});

it('at most five streams of a session are open at a time', async ({ service }) => {
  const person = await service.person('Supervisor');
  const streams = await Promise.all(Array.from({ length: 5 }, () => open(service, person)));
  const sixth = await open(service, person);
  expect(sixth.response.status).toBe(503);
  expect(sixth.response.headers.get('retry-after')).toBe('10');
  for (const { close } of streams) close();
  await expect
    .poll(async () => {
      const { response, close } = await open(service, person);
      close();
      return response.status;
    })
    .toBe(200);
});
