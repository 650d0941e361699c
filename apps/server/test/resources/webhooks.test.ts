import type { Webhook } from '@daybook/domain';
import { describe, expect, vi } from 'vitest';
import { test } from '../support/test.ts';
import { expectFailure, listenWith } from '../support/wire.ts';

// docs/rules.md, section 18: to make, change and delete webhooks.
const url = 'https://example.org/hooks';
const isOf = (id: string) => (event: { readonly record: string }) => event.record === id;
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('hook', { scope: 'file' }, ({ ask }) => async (more: object = {}) => {
    return (await ask('POST', '/webhooks', { name: 'Accounting', url, ...more })) as Webhook & {
      readonly secret: string;
    };
  })
  .extend('refuse', { scope: 'file' }, ({ service, admin: { token } }) => async (body: object) => {
    const answer = await service.call('POST', '/webhooks', { token, body: { name: 'x', url, ...body } });
    const paths = expectFailure(answer, 400, 'VALIDATION');
    return [paths, answer.body.error.issues[0].code];
  });

describe('a webhook', () => {
  it('is made with its secret, and read without it, the same by the typed client', async ({
    service,
    admin,
    ask,
    hook,
  }) => {
    const { secret, ...made } = await hook({ kinds: ['payees', 'bills', 'payees'] });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(made).toMatchObject({
      kinds: ['bills', 'payees'],
      active: true,
      failingSince: null,
      disabledAt: null,
      previousSecretUntil: null,
      version: 1,
    });
    expect(await ask('GET', `/webhooks/${made._id}`)).toEqual(made);
    expect(await ask('GET', '/webhooks')).toContainEqual(made);
    const { webhooks } = service.client(admin.token);
    expect(await webhooks.get.query({ webhookID: made._id })).toEqual(made);
    expect((await webhooks.list.query({})).items).toContainEqual(made);
    const other = await webhooks.create.mutate({ name: 'Other', url });
    expect(other).toMatchObject({ name: 'Other', kinds: [], secret: expect.stringMatching(/^whsec_/) });
    expect(other.secret).not.toBe(secret);
    const rows = await service.sql`select to_jsonb(webhooks)::text as row from webhooks
      union all select to_jsonb(journal)::text from journal union all select answer::text from idempotency_keys`;
    for (const { row } of rows)
      for (const one of [secret, other.secret]) expect(row).not.toContain(one.slice(6, 40));
  });

  it('is made once with one Idempotency-Key, with the same secret', async ({ service, admin: { token } }) => {
    const headers = { 'idempotency-key': 'one' };
    const make = () => service.call('POST', '/webhooks', { token, headers, body: { name: 'x', url } });
    const [first, second] = [await make(), await make()];
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  it('is changed in a version, which the journal has without secrets', async ({
    service,
    admin,
    ask,
    hook,
  }) => {
    const { _id, secret } = await hook();
    const changed = await ask('PUT', `/webhooks/${_id}`, { name: 'New', kinds: ['cheques'] });
    expect(changed).toMatchObject({ name: 'New', url, kinds: ['cheques'], version: 2 });
    const headers = { 'if-match': '"1"' };
    for (const [method, path] of [
      ['PUT', ''],
      ['POST', '/rotate'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'PUT' ? { name: 'Late' } : undefined;
      const late = await service.call(method, `/webhooks/${_id}${path}`, {
        token: admin.token,
        headers,
        body,
      });
      expectFailure(late, 412, 'PRECONDITION_FAILED');
    }
    const rotated = await ask('POST', `/webhooks/${_id}/rotate`);
    expect(rotated.secret).not.toBe(secret);
    expect(Date.parse(rotated.previousSecretUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await ask('DELETE', `/webhooks/${_id}`)).toEqual({ _id });
    const entries = await ask('GET', `/journal?record=${_id}`);
    expect(
      entries.map(({ action, after }: { action: string; after: object }) => [
        action,
        Object.keys(after ?? {}),
      ]),
    ).toEqual([
      ['delete', []],
      ['update', ['secretChangedAt']],
      ['update', expect.arrayContaining(['name', 'kinds'])],
      ['create', expect.arrayContaining(['name', 'url', 'kinds', 'active'])],
    ]);
    expect(entries[0]).toMatchObject({ kind: 'webhooks', actor: admin.id, subject: { title: 'New' } });
    const undo = await service.call('POST', `/journal/${entries[0]._id}/undo`, { token: admin.token });
    expectFailure(undo, 409, 'NOT_UNDOABLE');
    const gone = [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/rotate'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
      ['POST', `/deliveries/${_id}/resend`],
    ] as const;
    for (const [method, path] of gone) {
      const body = method === 'PUT' ? { name: 'x' } : undefined;
      const answer = await service.call(method, `/webhooks/${_id}${path}`, { token: admin.token, body });
      expectFailure(answer, 404, 'NOT_FOUND');
    }
  });

  it('is in the journal and the feed of Administrators alone', async ({
    service,
    ask,
    hook,
    supervisor: { token },
  }) => {
    const { position } = await ask('GET', '/events');
    const { _id } = await hook();
    // A transaction of another test may hold it up.
    const read = async () => (await ask('GET', `/events?after=${position}&kinds=webhooks`)).events;
    const events = await vi.waitUntil(async () => (await read()).find(isOf(_id)), { timeout: 60_000 });
    expect(events).toMatchObject({ kind: 'webhooks', action: 'create' });
    // Perhaps changes of before, whose positions were held up.
    const others = await service.call('GET', `/events?after=${position}`, { token });
    expect(others.body.data.events.find(isOf(_id))).toBeUndefined();
    const journal = await service.call('GET', `/journal?record=${_id}`, { token });
    expect(journal.body.data).toEqual([]);
    await ask('DELETE', `/webhooks/${_id}`);
    expect(JSON.stringify(await ask('GET', '/trash'))).not.toContain(_id);
  });

  it('has an address with https that is not private, unless the operator allows it', async ({
    service,
    admin: { token },
    refuse,
  }) => {
    const invalid = [
      '',
      'example.org',
      'ftp://example.org',
      'https://a:b@example.org',
      'https://example.org/#x',
      `https://example.org/${'x'.repeat(2000)}`,
    ];
    for (const one of invalid) expect(await refuse({ url: one })).toEqual([['url'], 'invalid_url']);
    expect(await refuse({ url: 'http://example.org' })).toEqual([['url'], 'https_required']);
    const own = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '10.1.2.3',
      '169.254.169.254',
      'localhost',
      'a.localhost',
      '100.64.0.1',
    ];
    for (const host of own)
      expect(await refuse({ url: `https://${host}/` })).toEqual([['url'], 'not_public']);
    const settings = { ...service.dependencies.settings, webhooksAllowPrivate: true };
    const other = await listenWith(service, { settings });
    const answer = await fetch(`${other.url}/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x', url: 'http://localhost:8080' }),
    });
    await other.close();
    expect(await answer.json()).toMatchObject({ data: { url: 'http://localhost:8080/' } });
  });

  it('needs a name, and kinds that there are', async ({ refuse }) => {
    expect(await refuse({ name: ' ' })).toEqual([['name'], 'empty']);
    expect(await refuse({ kinds: ['things'] })).toEqual([['kinds.0'], 'invalid_choice']);
  });

  it('is one of 20 at the most, also of many made at once', async ({ service, admin: { token }, ask }) => {
    for (const { _id } of await ask('GET', '/webhooks')) await ask('DELETE', `/webhooks/${_id}`);
    const answers = await Promise.all(
      Array.from({ length: 25 }, () =>
        service.call('POST', '/webhooks', { token, body: { name: 'x', url } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.body.error.issues).toMatchObject([{ code: 'limit_reached', params: { max: 20 } }]);
    const [{ _id }] = await ask('GET', '/webhooks');
    await ask('DELETE', `/webhooks/${_id}`);
    await ask('POST', '/webhooks', { name: 'x', url });
  });
});

describe('deliveries', () => {
  it('are listed newest first, page by page, and by their state', async ({
    service,
    ask,
    hook,
    admin: { token },
  }) => {
    for (const { _id } of await ask('GET', '/webhooks')) await ask('DELETE', `/webhooks/${_id}`);
    const { _id } = await hook();
    const sent: string[] = [];
    for (let n = 0; n < 5; n += 1) sent.push((await ask('POST', `/webhooks/${_id}/test`))._id);
    await service.sql`update webhook_deliveries set state = 'failed' where id = ${sent[1] ?? ''}`;
    const path = `/webhooks/${_id}/deliveries`;
    const found: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await service.call(
        'GET',
        `${path}?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        { token },
      );
      found.push(...body.data.map((one: { _id: string }) => one._id));
      if (body.nextCursor === null) break;
      cursor = body.nextCursor;
    }
    expect(found).toEqual(sent.toReversed());
    expect(await ask('GET', `${path}?state=failed`)).toMatchObject([{ _id: sent[1], nextAttemptAt: null }]);
    const again = await ask('POST', `${path}/${sent[1]}/resend`);
    expect(again).toMatchObject({ _id: sent[1], state: 'pending', nextAttemptAt: expect.any(String) });
    expect(await ask('GET', `${path}?state=failed`)).toEqual([]);
    const { _id: other } = await hook();
    expectFailure(
      await service.call('POST', `/webhooks/${other}/deliveries/${sent[1]}/resend`, { token }),
      404,
      'NOT_FOUND',
    );
  });
});
