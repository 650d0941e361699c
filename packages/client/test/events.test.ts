import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { createClient, type Event, isAborted, isApiError } from '../src/index.ts';
import { failureOf, fakeService } from './support/service.ts';

const eventAt = (position: number): Event => ({
  position,
  kind: 'bills',
  record: `bill ${position}`,
  action: 'create',
  version: 1,
  at: '2026-01-01T00:00:00.000Z',
  actor: null,
  actorName: '',
});

interface Asked {
  readonly after?: number;
  readonly kinds?: string;
  readonly lastEventId?: string;
}

const message = (event: string | undefined, data: unknown, id?: number) =>
  `${event ? `event: ${event}\n` : ''}data: ${JSON.stringify(data)}\n${id === undefined ? '' : `id: ${id}\n`}\n\n`;
const page = (events: readonly Event[], position: number) =>
  message(undefined, { events, position, hasMore: false }, position);

/** What a connection gets: a stream, or a refusal. */
type Answer = (asked: Asked, reply: FastifyReply['raw']) => void;

const stream = (reply: FastifyReply['raw'], text: string | Uint8Array) => {
  if (!reply.headersSent) reply.writeHead(200, { 'content-type': 'text/event-stream' });
  reply.write(text);
};
const refuse =
  (status: number, code: string, headers = {}, more = {}): Answer =>
  (_, reply) =>
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(
      JSON.stringify({
        error: { message: code, code: -32603, data: { code, httpStatus: status, ...more } },
      }),
    );

/** A service whose connections are answered by these one after the other, all further ones by the last. */
async function feed(...answers: readonly Answer[]) {
  const asked: Asked[] = [];
  const tokens: (string | undefined)[] = [];
  const open = new Set<FastifyReply['raw']>();
  const before = (request: FastifyRequest, reply: FastifyReply) => {
    const { pathname, searchParams } = new URL(request.url, 'http://service');
    if (pathname !== '/trpc/events.follow') return false;
    const input: Asked = JSON.parse(searchParams.get('input') ?? '{}');
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(input);
    tokens.push(request.headers.authorization);
    open.add(reply.raw);
    reply.raw.on('close', () => open.delete(reply.raw));
    answer?.(input, reply.raw);
    return true;
  };
  const service = await fakeService({ answer: () => null, before });
  return { ...service, asked, tokens, open };
}

const soon = { retryDelay: () => 0 };

/** The positions of so many events. */
async function positions(events: AsyncIterable<Event>, count: number) {
  const found: number[] = [];
  for await (const { position } of events) {
    found.push(position);
    if (found.length === count) break;
  }
  return found;
}

const fromOf = ({ lastEventId, after }: Asked) => Number(lastEventId ?? after ?? 0);

/** The pages of all events after what was asked for, up to the last one. */
function pagesAfter(asked: Asked, last: number, size = 3): string {
  let text = message('connected', {}) + page([], fromOf(asked));
  for (let from = fromOf(asked); from < last; from += size) {
    const until = Math.min(last, from + size);
    const events = Array.from({ length: until - from }, (_, index) => eventAt(from + index + 1));
    text += `${message('ping', '')}${page(events, until)}`;
  }
  return text;
}

describe('the events of a client', () => {
  test('come once each and in order, wherever connections are cut', async () => {
    const last = 12;
    const ways = ['end', 'destroy', 'return', 'refuse', 'silence', 'token'] as const;
    const cut = fc.record({
      way: fc.constantFrom(...ways),
      percent: fc.integer({ min: 0, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(cut, { maxLength: 6 }),
        fc.integer({ min: 1, max: 5 }),
        async (cuts, size) => {
          const cutting = cuts.map(
            ({ way, percent }): Answer =>
              (asked, reply) => {
                if (way === 'refuse') return refuse(503, 'UNAVAILABLE', { 'retry-after': '0' })(asked, reply);
                if (way === 'token') return refuse(401, 'UNAUTHENTICATED')(asked, reply);
                const text = pagesAfter(asked, last, size);
                const sent = text.slice(0, (text.length * percent) / 100);
                // The service ends a stream after a whole message.
                const end = sent.lastIndexOf('\n\n\n');
                const whole = end < 0 ? '' : sent.slice(0, end + 3);
                stream(reply, way === 'return' ? `${whole}${message('return', '')}` : sent);
                if (way === 'end' || way === 'return') reply.end();
                if (way === 'destroy') reply.destroy();
              },
          );
          const service = await feed(...cutting, (asked, reply) =>
            stream(reply, pagesAfter(asked, last, size)),
          );
          const refresh = async () => `token ${service.asked.length}`;
          const client = createClient({ url: service.url, ...soon, timeout: 30, token: 'old', refresh });
          const isRefusedTwice = cuts.some(
            ({ way }, index) => way === 'token' && cuts[index + 1]?.way === way,
          );
          if (isRefusedTwice) return;
          const found = await positions(client.events({ after: 0 }), last);
          expect(found).toEqual(Array.from({ length: last }, (_, index) => index + 1));
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test('come of the kinds and after the position that were asked for, later ones by the stream', async () => {
    const service = await feed((asked, reply) => stream(reply, pagesAfter(asked, 5)));
    const client = createClient({ url: service.url, ...soon, token: 'x' });
    const events = client.events({ after: 3, kinds: 'bills,cheques' });
    expect((await events.next()).value).toEqual(eventAt(4));
    expect((await events.next()).value).toMatchObject({ position: 5 });
    const next = events.next();
    for (const reply of service.open) stream(reply, page([eventAt(9)], 9));
    expect((await next).value).toMatchObject({ position: 9 });
    expect(service.asked).toEqual([{ after: 3, kinds: 'bills,cheques' }]);
    expect(service.tokens).toEqual(['Bearer x']);
    expectTypeOf(client.events.list.query).returns.resolves.toHaveProperty('position');
    await events.return?.();
  });

  test('end while one is waited for: by return(), and by the signal', async () => {
    const service = await feed((asked, reply) => stream(reply, pagesAfter(asked, 0)));
    const client = createClient({ url: service.url, ...soon });
    const aborting = new AbortController();
    const ends = [
      [client.events(), (events: AsyncIterator<Event>) => events.return?.()],
      [client.events({}, { signal: aborting.signal }), () => aborting.abort()],
    ] as const;
    for (const [events, end] of ends) {
      const waiting = events.next();
      await expect.poll(() => service.open.size).toBe(1);
      void end(events);
      await expect(waiting).resolves.toEqual({ done: true, value: undefined });
      await expect.poll(() => service.open.size).toBe(0);
      await expect(events.next()).resolves.toMatchObject({ done: true });
    }
    expect(await positions(client.events({}, { signal: AbortSignal.abort() }), 1)).toEqual([]);
    expect(service.asked).toHaveLength(2);
  });

  test('end for a slow reader with the connection, and go on where it is', async () => {
    const many = 100;
    const service = await feed((asked, reply) => stream(reply, pagesAfter(asked, many, 1)));
    const events = createClient({ url: service.url, ...soon }).events({ after: 0 });
    await events.next();
    await expect.poll(() => service.open.size).toBe(0);
    expect(await positions(events, many - 1)).toHaveLength(many - 1);
    expect(service.asked[0]).toEqual({ after: 0 });
    expect(service.asked[1]?.after).toBeGreaterThan(0);
  });
});

describe('a stream of events', () => {
  test('that is refused for a while is asked for after Retry-After', async () => {
    const service = await feed(refuse(503, 'UNAVAILABLE', { 'retry-after': '1' }), (asked, reply) =>
      stream(reply, pagesAfter(asked, 1)),
    );
    const began = performance.now();
    await positions(createClient({ url: service.url, ...soon }).events({ after: 0 }), 1);
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
  });

  test('rejects with where to go on, where the position is no longer kept', async () => {
    const issues = [
      { path: ['after'], code: 'position_gone', message: '', params: { oldest: 5, newest: 9 } },
    ];
    const gone = { code: 'GONE', httpStatus: 410, issues };
    const inTheStream: Answer = (_, reply) => {
      stream(reply, message('connected', {}));
      reply.end(message('serialized-error', { message: 'GONE', code: -32603, data: gone }));
    };
    for (const answer of [refuse(410, 'GONE', {}, { issues }), inTheStream]) {
      const service = await feed(answer);
      const onError = vi.fn();
      const client = createClient({ url: service.url, ...soon, onError });
      const error = await failureOf(client.events({ after: 1 }).next());
      expect(isApiError(error) && error.data).toMatchObject(gone);
      expect(service.asked).toHaveLength(1);
      expect(onError).toHaveBeenCalledExactlyOnceWith(error, {
        path: 'events.follow',
        type: 'subscription',
        input: { after: 1 },
      });
    }
  });

  test('is over with the session, which is told once', async () => {
    const service = await feed(refuse(401, 'UNAUTHENTICATED'));
    const onSignedOut = vi.fn();
    const client = createClient({
      url: service.url,
      ...soon,
      token: 'x',
      refresh: async () => undefined,
      onSignedOut,
    });
    const error = await failureOf(client.events().next());
    expect(isApiError(error) && error.data.code).toBe('UNAUTHENTICATED');
    expect(onSignedOut).toHaveBeenCalledOnce();
  });

  test('is refused after two tokens in a row, and goes on while there is no network to renew one', async () => {
    const renewed = await feed(refuse(401, 'UNAUTHENTICATED'));
    const refresh = vi.fn(async () => 'new');
    const client = createClient({ url: renewed.url, ...soon, token: 'old', refresh });
    expect(isApiError(await failureOf(client.events().next()))).toBe(true);
    expect(renewed.tokens).toEqual(['Bearer old', 'Bearer new']);

    const service = await feed(
      refuse(401, 'UNAUTHENTICATED'),
      refuse(401, 'UNAUTHENTICATED'),
      (asked, reply) => stream(reply, pagesAfter(asked, 1)),
    );
    const { accessToken } = { accessToken: 'newer' };
    let isOnline = false;
    const later = createClient({
      url: service.url,
      ...soon,
      token: 'old',
      async refresh() {
        if (isOnline) return accessToken;
        isOnline = true;
        await createClient({ url: 'http://127.0.0.1:9', retries: 0 }).auth.me.query();
        return undefined;
      },
    });
    expect(await positions(later.events({ after: 0 }), 1)).toEqual([1]);
    expect(service.tokens.at(-1)).toBe('Bearer newer');
  });

  test('of another server is not one', async () => {
    const service = await feed((_, reply) =>
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    );
    const error = await failureOf(
      createClient({ url: service.url, ...soon })
        .events()
        .next(),
    );
    expect(isApiError(error) && error.data.code).toBe('INTERNAL');
    expect(isAborted(error)).toBe(false);
  });

  test('says whether it is open', async () => {
    const states: string[] = [];
    const service = await feed(
      (asked, reply) => {
        stream(reply, pagesAfter(asked, 1));
        reply.end();
      },
      (asked, reply) => stream(reply, pagesAfter(asked, 2)),
    );
    const client = createClient({ url: service.url, ...soon });
    await new Promise<void>((resolve) => {
      const subscription = client.events.follow.subscribe(
        { after: 0 },
        {
          onConnectionStateChange: ({ state, error }) => states.push(`${state}${error ? ': lost' : ''}`),
          onData({ data: { position } }) {
            if (position < 2) return;
            subscription.unsubscribe();
            resolve();
          },
        },
      );
    });
    expect(states).toEqual(['pending', 'connecting: lost', 'pending']);
    await expect.poll(() => service.open.size).toBe(0);
  });
});
