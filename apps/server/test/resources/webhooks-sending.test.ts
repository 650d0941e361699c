import { setTimeout as wait } from 'node:timers/promises';
import type { Delivery, Webhook } from '@daybook/domain';
import { webhookDeliveries } from '@daybook/domain/server';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, vi } from 'vitest';
import { type Sender, startSending } from '../../src/webhooks/sender.ts';
import { isWaiting } from '../support/asking.ts';
import { type Received, startReceiver, versionsOf } from '../support/receivers.ts';
import { test } from '../support/test.ts';

// docs/rules.md, section 18: what webhooks are sent.
const settings = { limitLogins: false, webhooksAllowPrivate: true };
const silent = { warn: () => {} };
type Made = Webhook & { readonly secret: string };

const it = test
  .extend('settings', { scope: 'file' }, settings)
  .extend('send', async ({ service }, { onCleanup }) => {
    const senders: Sender[] = [];
    onCleanup(async () => {
      await Promise.all(senders.map((sender) => sender.stop()));
      await service.sql`update webhooks set active = false`;
    });
    return (options = {}) => {
      const all = {
        allowsPrivate: true,
        delays: [0.05, 0.05, 0.05],
        pollMs: 50,
        ...options,
      };
      const sender = startSending(service.dependencies.pools.othersWrites, service.tokens, silent, all);
      senders.push(sender);
      return sender;
    };
  })
  .extend('receive', async ({ service: _ }, { onCleanup }) => {
    const closes: (() => Promise<void>)[] = [];
    onCleanup(async () => void (await Promise.all(closes.map((close) => close()))));
    return async (answer?: Parameters<typeof startReceiver>[0]) => {
      const receiver = await startReceiver(answer);
      closes.push(receiver.close);
      return receiver;
    };
  })
  /** Until all changes have their positions: one that is held up would be sent to whoever begins meanwhile. */
  .extend('placed', ({ ask, service }) => async () => {
    while (await isWaiting(service)) await ask('GET', '/events');
  })
  .extend('hook', ({ ask, placed }) => async (url: string, more: object = {}): Promise<Made> => {
    await placed();
    return await ask('POST', '/webhooks', { name: 'Test', url, kinds: ['bills'], ...more });
  })
  .extend('deliveries', ({ ask }) => async ({ _id }: Pick<Webhook, '_id'>): Promise<Delivery[]> => {
    return await ask('GET', `/webhooks/${_id}/deliveries?limit=1000`);
  });

const until = (condition: () => unknown) => vi.waitUntil(condition, { timeout: 60_000, interval: 20 });

describe('a webhook', () => {
  it('is sent each change of its kinds, signed as Standard Webhooks says', async ({
    make,
    ask,
    send,
    receive,
    hook,
    deliveries,
  }) => {
    const receiver = await receive();
    const made = await hook(receiver.url);
    send();
    await make('payees');
    const bill = await make('bills');
    await ask('PUT', `/bills/${bill._id}`, { description: 'changed' });
    await until(() => receiver.received.length === 2);
    const [created, updated] = receiver.received as [Received, Received];
    expect([created.type, updated.type]).toEqual(['bills.create', 'bills.update']);
    const feed = await ask('GET', `/events?after=${created.data.position - 1}&kinds=bills`);
    expect([created.data, updated.data]).toEqual(feed.events);
    expect(created.id).toBe(`msg_${made._id.replaceAll('-', '')}_${created.data.position}`);
    expect(created.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Daybook\/\d/),
      host: `127.0.0.1:${receiver.port}`,
    });
    const verifier = new Verifier(made.secret);
    expect(verifier.verify(created.text, created.headers)).toEqual(JSON.parse(created.text));
    expect(() => verifier.verify(`${created.text} `, created.headers)).toThrow();
    const timestamp = JSON.parse(created.text).timestamp;
    expect(timestamp).toBe(created.data.at);
    await until(async () => (await deliveries(made)).every(({ state }) => state === 'accepted'));
    expect((await deliveries(made))[0]).toMatchObject({
      messageId: updated.id,
      type: 'bills.update',
      record: bill._id,
      nextAttemptAt: null,
      attempts: [{ status: 200, error: null, answer: 'ok' }],
    });
  });

  it('is signed with two secrets for a day after a rotation', async ({
    service,
    ask,
    make,
    send,
    receive,
    hook,
  }) => {
    const receiver = await receive();
    const { _id, secret } = await hook(receiver.url);
    const rotated = await ask('POST', `/webhooks/${_id}/rotate`);
    expect(rotated.secret).not.toBe(secret);
    send();
    await make('bills');
    await until(() => receiver.received.length === 1);
    const [first] = receiver.received as [Received];
    for (const one of [secret, rotated.secret]) new Verifier(one).verify(first.text, first.headers);
    await service.sql`update webhooks set previous_secret_until = now() - interval '1 second' where id = ${_id}`;
    await make('bills');
    await until(() => receiver.received.length === 2);
    const [, second] = receiver.received as [Received, Received];
    new Verifier(rotated.secret).verify(second.text, second.headers);
    expect(() => new Verifier(secret).verify(second.text, second.headers)).toThrow();
  });

  it('is sent a test at once, also where it is not active, and nothing else', async ({
    ask,
    make,
    send,
    receive,
    hook,
    deliveries,
  }) => {
    const receiver = await receive();
    const made = await hook(receiver.url, { active: false });
    send();
    await make('bills');
    const sent = await ask('POST', `/webhooks/${made._id}/test`);
    await until(() => receiver.received.length > 0);
    expect(receiver.received).toMatchObject([
      { id: sent.messageId, type: 'webhooks.test', data: { webhook: made._id } },
    ]);
    await until(async () => (await deliveries(made))[0]?.state === 'accepted');
    expect(await deliveries(made)).toHaveLength(1);
  });

  it('that becomes active is sent what changes from then on', async ({
    ask,
    make,
    send,
    receive,
    hook,
    placed,
  }) => {
    const receiver = await receive();
    const { _id } = await hook(receiver.url, { active: false });
    await make('bills');
    await placed();
    await ask('PUT', `/webhooks/${_id}`, { active: true });
    const bill = await make('bills');
    send();
    await until(() => receiver.received.some(({ data }) => data.record === bill._id));
    expect(receiver.received).toHaveLength(1);
  });

  it('is sent something again by hand, with the same identifier', async ({
    ask,
    make,
    send,
    receive,
    hook,
    deliveries,
  }) => {
    const receiver = await receive();
    const made = await hook(receiver.url);
    send();
    await make('bills');
    await until(async () => (await deliveries(made))[0]?.state === 'accepted');
    const [{ _id } = { _id: '' }] = await deliveries(made);
    await ask('POST', `/webhooks/${made._id}/deliveries/${_id}/resend`);
    await until(() => receiver.received.length === 2);
    expect(receiver.received[0]?.id).toBe(receiver.received[1]?.id);
    await until(async () => (await deliveries(made))[0]?.attempts.length === 2);
  });
});

describe('what is not accepted', () => {
  const faults: Record<string, [Parameters<typeof startReceiver>[0], object]> = {
    'is answered 500': [
      (_, response) => void response.writeHead(500).end(`no\0${'é'.repeat(100_000)}`),
      { status: 500, error: 'not_accepted', answer: expect.stringMatching(/^no\uFFFDé{510}.?$/) },
    ],
    'is redirected': [
      (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
      { status: 307, error: 'redirected' },
    ],
    'is dropped after it was read': [
      (_, response) => void response.socket?.destroy(),
      { status: null, error: 'broken_off' },
    ],
    'is answered 200 and dropped': [
      (_, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('half');
        setImmediate(() => response.socket?.destroy());
      },
      { status: 200, error: 'broken_off' },
    ],
  };
  it.for(Object.entries(faults))(
    'since it %s, is sent again in its order',
    async ([, [answer, expected]], { ask, make, send, receive, hook, deliveries }) => {
      const receiver = await receive((message, response, n) =>
        n <= 2 ? answer?.(message, response, n) : response.end(),
      );
      const made = await hook(receiver.url);
      const bill = await make('bills');
      for (const description of ['two', 'three', 'four'])
        await ask('PUT', `/bills/${bill._id}`, { description });
      send();
      await until(async () => {
        const all = await deliveries(made);
        return all.length === 4 && all.every(({ state }) => state === 'accepted');
      });
      expect(versionsOf(receiver.received).get(bill._id)).toEqual([1, 2, 3, 4]);
      const ids = receiver.received.map(({ id }) => id);
      expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]]);
      expect(receiver.received).toHaveLength(6);
      const first = (await deliveries(made)).at(-1);
      expect(first?.attempts).toMatchObject([expected, expected, { status: 200, error: null }]);
    },
  );

  it('is given up after the last attempt, and what follows is sent', async ({
    ask,
    make,
    send,
    receive,
    hook,
    deliveries,
  }) => {
    const receiver = await receive(({ data }, response) =>
      response.writeHead(data.version === 1 ? 400 : 204).end(),
    );
    const made = await hook(receiver.url);
    const bill = await make('bills');
    await ask('PUT', `/bills/${bill._id}`, { description: 'two' });
    send();
    await until(async () => (await deliveries(made))[0]?.state === 'accepted');
    expect((await deliveries(made)).map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ['accepted', 1],
      ['failed', 4],
    ]);
    expect((await ask('GET', `/webhooks/${made._id}`)).failingSince).toBeNull();
  });

  it('for a day is tried eight times, delays nobody else, and shows', async ({
    service: { sql, dependencies },
    ask,
    make,
    send,
    receive,
    hook,
    deliveries,
  }) => {
    const figures = () => webhookDeliveries.figures(dependencies.pools.others);
    const down = await receive((_, response) => void response.writeHead(503).end());
    const other = await receive();
    const made = await hook(down.url);
    await hook(other.url);
    const sender = send({ delays: undefined });
    const first = await make('bills');
    const ofFirst = async () => (await deliveries(made)).find(({ record }) => record === first._id);
    const waits: number[] = [];
    for (let tries = 1; tries <= 8; tries += 1) {
      await until(async () => (await ofFirst())?.attempts.length === tries);
      const { attempts, nextAttemptAt } = (await ofFirst()) as Delivery;
      if (nextAttemptAt !== null)
        waits.push((Date.parse(nextAttemptAt) - Date.parse(attempts.at(-1)?.at ?? '')) / 1000);
      const later = await make('bills');
      await until(() => other.received.some(({ data }) => data.record === later._id));
      await until(async () => (await deliveries(made))[0]?.attempts.length === 1);
      expect(await figures()).toMatchObject({ failing: 1, pending: tries === 8 ? 8 : tries + 1 });
      // The time until the next attempt has passed.
      await sql`with first as (select due_at - now() as passed from webhook_deliveries
          where webhook_id = ${made._id} and record_id = ${first._id})
        update webhook_deliveries set due_at = case record_id when ${first._id} then now() else due_at end,
          queued_at = queued_at - passed from first where webhook_id = ${made._id} and state = 'pending'`;
      sender.wake();
    }
    const expected = [5, 30, 300, 1800, 7200, 21_600, 43_200];
    expect(waits).toHaveLength(7);
    for (const [n, seconds] of expected.entries()) {
      expect(waits[n]).toBeGreaterThan(seconds * 0.84);
      expect(waits[n]).toBeLessThan(seconds * 1.16 + 5);
    }
    expect(await ofFirst()).toMatchObject({ state: 'failed', nextAttemptAt: null });
    const shown = await ask('GET', `/webhooks/${made._id}`);
    expect(shown).toMatchObject({ active: true, failingSince: expect.any(String), disabledAt: null });
    await sql`update webhooks set failing_since = failing_since - interval '5 days' where id = ${made._id}`;
    await make('bills');
    await until(async () => (await figures()).disabled === 1);
    expect(await ask('GET', `/webhooks/${made._id}`)).toMatchObject({ active: false });
  });

  it('for five days makes a webhook inactive, with an entry of the journal', async ({
    service,
    ask,
    make,
    send,
    receive,
    hook,
  }) => {
    const receiver = await receive((_, response) => void response.writeHead(503).end());
    const { _id } = await hook(receiver.url);
    send({ delays: [0.05] });
    await make('bills');
    await until(async () => (await ask('GET', `/webhooks/${_id}`)).failingSince !== null);
    expect(await ask('GET', `/webhooks/${_id}`)).toMatchObject({ active: true, disabledAt: null });
    await service.sql`update webhooks set failing_since = now() - interval '121 hours' where id = ${_id}`;
    await make('bills');
    await until(async () => (await ask('GET', `/webhooks/${_id}`)).disabledAt !== null);
    expect(await ask('GET', `/webhooks/${_id}`)).toMatchObject({ active: false });
    const [entry] = await ask('GET', `/journal?record=${_id}&limit=1`);
    expect(entry).toMatchObject({ actor: null, before: { active: true }, after: { active: false } });
    const again = await ask('PUT', `/webhooks/${_id}`, { active: true });
    expect(again).toMatchObject({ active: true, failingSince: null, disabledAt: null });
  });

  it('is refused without a request where its address is private by now, whoever named it', async ({
    ask,
    make,
    send,
    receive,
    hook,
    deliveries,
  }) => {
    const receiver = await receive();
    const made = await hook(receiver.url.replace('127.0.0.1', 'receiver.example'));
    const sender = send({ allowsPrivate: false, delays: [], resolve: async () => ['127.0.0.1'] });
    await make('bills');
    await until(async () => (await deliveries(made))[0]?.attempts.length === 1);
    expect((await deliveries(made))[0]?.attempts).toMatchObject([{ status: null, error: 'not_https' }]);
    await ask('PUT', `/webhooks/${made._id}`, { url: `https://receiver.example:${receiver.port}/` });
    await make('bills');
    await until(
      async () => (await deliveries(made)).length === 2 && (await deliveries(made))[0]?.attempts.length === 1,
    );
    expect((await deliveries(made))[0]?.attempts).toMatchObject([{ status: null, error: 'not_public' }]);
    expect(receiver.received).toEqual([]);
    expect(sender.counts).toEqual({ accepted: 0, failed: 2 });
  });
});

describe('several processes', () => {
  it('share the work: each change once, in the order of its record, four at a time', async ({
    ask,
    make,
    send,
    receive,
    hook,
    deliveries,
  }) => {
    const receiver = await receive((_, response) => void setTimeout(() => response.end(), 5));
    const made = await hook(receiver.url);
    const senders = [send(), send()];
    const bills = await Promise.all(Array.from({ length: 10 }, () => make('bills')));
    for (let n = 0; n < 5; n += 1)
      await Promise.all(bills.map(({ _id }) => ask('PUT', `/bills/${_id}`, { description: `${n}` })));
    await until(async () => {
      const all = await deliveries(made);
      return all.length === 60 && all.every(({ state }) => state === 'accepted');
    });
    expect(receiver.received).toHaveLength(60);
    for (const { _id } of bills) expect(versionsOf(receiver.received).get(_id)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(receiver.most()).toBeLessThanOrEqual(8);
    expect(senders.reduce((sum, { counts }) => sum + counts.accepted, 0)).toBe(60);
  });

  it('are not delayed by a receiver that does not answer', async ({ make, send, receive, hook }) => {
    const silentOne = await receive(() => {});
    const [other] = [await receive()];
    await hook(silentOne.url);
    await hook(other.url);
    for (let n = 0; n < 50; n += 1) await make('bills');
    send();
    await until(() => other.received.length === 50);
    expect(silentOne.most()).toBe(4);
  });

  it('go on where one ended in the middle of a request', async ({
    make,
    send,
    receive,
    hook,
    deliveries,
  }) => {
    const held = Promise.withResolvers<void>();
    const receiver = await receive((_, response, n) => (n === 1 ? held.resolve() : void response.end()));
    const made = await hook(receiver.url);
    const first = send({ leaseSeconds: 2 });
    await make('bills');
    await held.promise;
    const stopped = first.stop();
    const second = send();
    await stopped;
    await until(async () => (await deliveries(made))[0]?.state === 'accepted');
    const ids = receiver.received.map(({ id }) => id);
    expect(ids).toEqual([ids[0], ids[0]]);
    // The first one wrote down none of it.
    expect([first.counts, second.counts]).toEqual([
      { accepted: 0, failed: 0 },
      { accepted: 1, failed: 0 },
    ]);
  });

  it('learn of the first webhook, which another one has made', async ({
    service,
    make,
    send,
    receive,
    hook,
  }) => {
    await service.sql`update webhooks set deleted_at = now() where deleted_at is null`;
    const receiver = await receive();
    send({ idleMs: 100 });
    await wait(200);
    await hook(receiver.url);
    await make('bills');
    await until(() => receiver.received.length === 1);
  });

  it('ask the database for nothing where there are no webhooks', async ({ service, send }) => {
    await service.sql`update webhooks set deleted_at = now() where deleted_at is null`;
    const db = service.dependencies.pools.othersWrites;
    const execute = vi.spyOn(db, 'execute');
    send();
    await wait(2500);
    expect(execute).toHaveBeenCalledTimes(1);
    execute.mockRestore();
  });
});
