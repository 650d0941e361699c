import { chequeStatuses, type Role, roles } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { callTrpc, procedure } from '../support/calls.ts';
import { eventSender, pathTo } from '../support/cheque-model.ts';
import type { Row } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest } from './suite/index.ts';

const it = resourceTest('cheques')
  .extend('record', { scope: 'file' }, ({ service, admin }) => eventSender(service, admin))
  /** A cheque that these events happened to. */
  .extend('after', { scope: 'file' }, ({ make, record }) => async (...kinds: readonly string[]) => {
    let cheque: Row = await make('cheques');
    for (const kind of kinds) cheque = (await record(cheque._id, kind)).body.data;
    return cheque;
  });

const refused = (answer: Parameters<typeof expectFailure>[0]) => {
  expectFailure(answer, 409, 'CHEQUE_STATE');
  // The status is said once.
  expect(answer.body.message).not.toMatch(/\bis (\w+)\b.* is \1\b/);
  return answer.body.error.issues[0];
};

// Written by hand from the rules: what becomes of a cheque in the status of the line by the event of the column.
const table = `
           present    clear    bounce   stop     release  cancel     reinstate  undo
issued     presented  cleared  bounced  stopped  -        cancelled  -          -
presented  -          cleared  bounced  -        -        -          -          issued
cleared    -          -        -        -        -        -          -          issued
bounced    presented  -        -        stopped  -        cancelled  -          issued
stopped    -          -        -        -        issued   cancelled  -          issued
cancelled  -          -        -        -        -        -          issued     issued
`;
const [kinds = [], ...lines] = table
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));
const cells = lines.flatMap(([from = '', ...targets]) =>
  kinds.map((kind, i) => [from, kind, targets[i] ?? ''] as const),
);

describe('the table of states', () => {
  it('holds every status', () => {
    expect(lines.map(([status]) => status)).toEqual([...chequeStatuses]);
  });

  it.for(cells)('%s, %s: %s', async ([from, kind, to], { service, user, supervisor, admin, after }) => {
    const people = { User: user, Supervisor: supervisor, Administrator: admin };
    for (const role of roles) {
      const cheque = await after(...pathTo[from as keyof typeof pathTo]);
      expect(cheque.status).toBe(from);
      const answer = await eventSender(service, people[role])(cheque._id, kind, { reason: 'because' });
      if (role === 'User') expectFailure(answer, 403, 'FORBIDDEN');
      else if (to === '-') {
        const allowed = kinds.filter((_, i) => lines.find(([status]) => status === from)?.[i + 1] !== '-');
        const { path, code, params } = refused(answer);
        expect([path, code, params.status]).toEqual([['kind'], 'event_not_allowed', from]);
        const able = from === 'stopped' || from === 'issued' || from === 'bounced' || from === 'cancelled';
        expect(new Set(params.allowed)).toEqual(new Set([...allowed, ...(able ? ['replace'] : [])]));
      } else if (kind === 'undo' && role === 'Supervisor')
        // The Administrator's event.
        expectFailure(answer, 403, 'FORBIDDEN');
      else {
        expect(answer.body.data).toMatchObject({ status: to, isCancelled: to === 'cancelled' });
        expect(answer.headers.get('etag')).toContain(`"${answer.body.data.version}-`);
      }
    }
  });

  it.for<[string, readonly string[], string]>([
    ['release goes back to bounced', ['bounce', 'stop', 'release'], 'bounced'],
    ['reinstate goes back to stopped', ['stop', 'cancel', 'reinstate'], 'stopped'],
    ['undo of a release stops again', ['bounce', 'stop', 'release', 'undo'], 'stopped'],
    ['two undos go back two events', ['present', 'bounce', 'undo', 'undo'], 'issued'],
    ['a stop that was undone does not count', ['bounce', 'stop', 'undo', 'present'], 'presented'],
  ])('%s', async ([, events, status], { after }) => {
    expect(await after(...events)).toMatchObject({ status });
  });

  it('counts bounces, and undo takes one back', async ({ after, record }) => {
    const cheque = await after('present', 'bounce', 'present', 'bounce');
    expect(cheque).toMatchObject({ attempts: 2, status: 'bounced' });
    expect((await record(cheque._id, 'undo')).body.data).toMatchObject({ attempts: 1, status: 'presented' });
  });
});

describe('an event', () => {
  it('has a day, a reason and a charge, and is answered as it was recorded', async ({
    make,
    record,
    ask,
    admin,
  }) => {
    const { _id } = await make('cheques');
    const sent = { date: '2024-3-5', reason: 'No funds', charge: '12.5' };
    const { data } = (await record(_id, 'bounce', sent)).body;
    expect(data).toMatchObject({ statusDate: '2024-03-05', attempts: 1, version: 2 });
    await record(_id, 'undo', { reason: 'Mistake' });
    const events = await ask('GET', `/cheques/${_id}/events`);
    expect(events).toEqual([
      expect.objectContaining({
        kind: 'bounce',
        date: '2024-03-05',
        reason: 'No funds',
        charge: '12.5',
        fromStatus: 'issued',
        toStatus: 'bounced',
        undoes: null,
        actor: admin.id,
        actorName: expect.stringMatching(/\S/),
      }),
      expect.objectContaining({ kind: 'undo', toStatus: 'issued', undoes: events[0]._id, charge: null }),
    ]);
    expect(await ask('GET', `/cheques/${_id}`)).toMatchObject({
      status: 'issued',
      statusDate: null,
      attempts: 0,
    });
  });

  it('is listed in pages, oldest first, by the same procedure over tRPC', async ({
    service,
    admin,
    after,
    send,
  }) => {
    const { _id } = await after('present', 'bounce', 'present', 'clear', 'undo');
    const kindsFound: string[] = [];
    let path: string | undefined = `/cheques/${_id}/events?limit=2`;
    let cursor: string | null = null;
    while (path) {
      const answer = await send('GET', path);
      kindsFound.push(...answer.body.data.map(({ kind }: { kind: string }) => kind));
      const input = { chequeID: _id, limit: '2', ...(cursor && { cursor }) };
      const trpc = await callTrpc(service, procedure('cheques.events'), { token: admin.token, input });
      expect(trpc.body.result.data).toEqual({ items: answer.body.data, nextCursor: answer.body.nextCursor });
      cursor = answer.body.nextCursor;
      path = cursor ? `/cheques/${_id}/events?limit=2&cursor=${cursor}` : undefined;
    }
    expect(kindsFound).toEqual(['present', 'bounce', 'present', 'clear', 'undo']);
    expectFailure(await send('GET', `/cheques/${unknownId}/events`), 404, 'NOT_FOUND');
    expect(expectFailure(await send('GET', `/cheques/${_id}/events?cursor=x`), 400, 'VALIDATION')).toEqual([
      'cursor',
    ]);
  });

  it('is neither in the future nor before the last one', async ({ make, record }) => {
    const { _id } = await make('cheques');
    const future = await record(_id, 'present', { date: '9999-12-31' });
    expect(expectFailure(future, 400, 'VALIDATION')).toEqual(['date']);
    expect(future.body.error.issues[0].code).toBe('in_future');
    await record(_id, 'present', { date: '2024-05-05' });
    const before = await record(_id, 'clear', { date: '2024-05-04' });
    expect(expectFailure(before, 400, 'VALIDATION')).toEqual(['date']);
    expect(before.body.error.issues[0]).toMatchObject({
      code: 'before_last_event',
      params: { date: '2024-05-05' },
    });
    expect((await record(_id, 'clear', { date: '2024-05-05' })).status).toBe(200);
  });

  it.for<[string, object, string]>([
    ['an unknown kind', { kind: 'pay' }, 'kind'],
    ['replace', { kind: 'replace' }, 'kind'],
    ['no kind', {}, 'kind'],
    ['a charge without a bounce', { kind: 'clear', charge: '5' }, 'charge'],
    ['a negative charge', { kind: 'bounce', charge: '-5' }, 'charge'],
    ['a day that does not exist', { kind: 'clear', date: '2024-02-30' }, 'date'],
    ['a long reason', { kind: 'stop', reason: 'x'.repeat(501) }, 'reason'],
  ])('is refused with %s', async ([, body, field], { make, send }) => {
    const { _id } = await make('cheques');
    const answer = await send('POST', `/cheques/${_id}/events`, body);
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual([field]);
  });

  it('is undone by who recorded it, and by an Administrator', async ({
    service,
    supervisor,
    admin,
    make,
    record,
  }) => {
    const other = await service.person('Supervisor');
    const { _id } = await make('cheques');
    const mine = eventSender(service, supervisor);
    await mine(_id, 'present');
    expectFailure(await eventSender(service, other)(_id, 'undo'), 403, 'FORBIDDEN');
    expect((await mine(_id, 'undo')).body.data).toMatchObject({ status: 'issued' });
    await mine(_id, 'present');
    await service.sql`alter table cheque_events disable trigger user`;
    await service.sql`update cheque_events set created_at = now() - interval '31 days' where cheque_id = ${_id}`;
    await service.sql`alter table cheque_events enable trigger user`;
    expectFailure(await mine(_id, 'undo'), 403, 'FORBIDDEN');
    expect((await eventSender(service, admin)(_id, 'undo')).status).toBe(200);
    expect(refused(await record(_id, 'undo')).code).toBe('event_not_allowed');
  });

  it('happens once however often it is sent with the same key', async ({
    service,
    admin: { token },
    make,
    ask,
  }) => {
    const { _id } = await make('cheques');
    const send = (body: object) =>
      service.call('POST', `/cheques/${_id}/events`, { token, body, headers: { 'idempotency-key': 'once' } });
    const [first, second] = [await send({ kind: 'bounce' }), await send({ kind: 'bounce' })];
    expect(second.body).toEqual(first.body);
    expect(await ask('GET', `/cheques/${_id}/events`)).toHaveLength(1);
    expectFailure(await send({ kind: 'present' }), 409, 'IDEMPOTENCY_KEY_REUSED');
  });

  it('happens once when the same key comes twice at once, and both hear the same', async ({
    service: { sql, call },
    admin: { token },
    make,
    ask,
  }) => {
    const { _id } = await make('cheques');
    const headers = { 'idempotency-key': 'twice' };
    const send = () => call('POST', `/cheques/${_id}/events`, { token, body: { kind: 'clear' }, headers });
    const answers = await sql.begin(async (transaction) => {
      await transaction`select from cheques where id = ${_id} for update`;
      const sent = [send(), send()];
      // Both have looked for an answer, and wait for the cheque.
      for (let waiting = 0; waiting < 2; ) {
        await transaction`select pg_stat_clear_snapshot()`;
        waiting = (
          await transaction`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length;
      }
      return { sent };
    });
    const [one, other] = await Promise.all(answers.sent);
    expect([one?.status, other?.status]).toEqual([200, 200]);
    expect(other?.body).toEqual(one?.body);
    expect(await ask('GET', `/cheques/${_id}/events`)).toHaveLength(1);
  });

  it('holds to the version that was seen, and finds no deleted cheque', async ({ make, ask, send }) => {
    const { _id } = await make('cheques');
    const path = `/cheques/${_id}/events`;
    expectFailure(await send('POST', path, { kind: 'present' }, '"7"'), 412, 'PRECONDITION_FAILED');
    expect((await send('POST', path, { kind: 'present' }, '"1"')).status).toBe(200);
    await send('POST', path, { kind: 'undo' });
    await ask('DELETE', `/cheques/${_id}`);
    expectFailure(await send('POST', path, { kind: 'present' }), 404, 'NOT_FOUND');
    expectFailure(await send('GET', path), 404, 'NOT_FOUND');
  });

  it('is never altered or removed', async ({ service: { sql }, after }) => {
    await after('present');
    for (const statement of [
      sql`update cheque_events set reason = 'x'`,
      sql`delete from cheque_events`,
      sql`truncate cheque_events`,
    ])
      await expect(statement).rejects.toMatchObject({ code: '42501' });
  });
});

describe('isCancelled', () => {
  it('is the status, whichever is set', async ({ after, ask, record }) => {
    const { _id } = await after('bounce', 'stop');
    const path = `/cheques/${_id}`;
    const cancelled = await ask('PUT', path, { isCancelled: true });
    expect(cancelled).toMatchObject({ status: 'cancelled', statusDate: expect.any(String), attempts: 1 });
    expect(await ask('PUT', path, { isCancelled: true })).toMatchObject({ status: 'cancelled' });
    expect(await ask('PUT', path, { isCancelled: 'false' })).toMatchObject({
      status: 'stopped',
      isCancelled: false,
    });
    await record(_id, 'cancel');
    expect(await ask('GET', path)).toMatchObject({ isCancelled: true });
    const events = await ask('GET', `${path}/events`);
    expect(events.map(({ kind }: Row) => kind)).toEqual(['bounce', 'stop', 'cancel', 'reinstate', 'cancel']);
  });

  it('of a new cheque is stored, without an event', async ({ make, ask }) => {
    const cheque = await make('cheques', { isCancelled: true });
    expect(cheque).toMatchObject({ status: 'cancelled', statusDate: null });
    expect(await ask('GET', `/cheques/${cheque._id}/events`)).toEqual([]);
  });

  it.for(['presented', 'cleared'] as const)(
    'is not set while the cheque is %s; an equal one is no event',
    async (status, { after, send }) => {
      const { _id } = await after(...pathTo[status]);
      const { path, code, params } = refused(await send('PUT', `/cheques/${_id}`, { isCancelled: true }));
      expect([path, code, params.status]).toEqual([['isCancelled'], 'event_not_allowed', status]);
      expect((await send('PUT', `/cheques/${_id}`, { isCancelled: false })).body.data).toMatchObject({
        status,
      });
    },
  );
});

describe('fixed while presented or cleared, and once it has bounced', () => {
  const changes: Readonly<Record<string, unknown>> = { serial: '99', value: '3', dueDate: '2024-4-4' };
  it.for(['present', 'clear', 'bounce'])('after %s', async (kind, { after, make, send, ask }) => {
    const cheque = await after(kind);
    const path = `/cheques/${cheque._id}`;
    const other = await make('payees', { name: 'Another' });
    for (const [field, value] of Object.entries({ ...changes, payee: other._id })) {
      const issue = refused(await send('PUT', path, { [field]: value }));
      expect([issue.path, issue.code]).toEqual([[field], 'fixed_in_status']);
    }
    const { serial, value, dueDate, payee } = cheque;
    const same = { serial, value, dueDate, payee, isCancelled: false, description: 'Only this' };
    expect(await ask('PUT', path, same)).toMatchObject({ description: 'Only this', status: cheque.status });
    expect(refused(await send('DELETE', path)).code).toBe('status_not_deletable');
  });

  it('is said of an undo in the journal too, which never takes a status back', async ({
    make,
    ask,
    send,
    latest,
    record,
  }) => {
    const { _id } = await make('cheques');
    await ask('PUT', `/cheques/${_id}`, { value: '77' });
    const entry = await latest(_id);
    await record(_id, 'present');
    expect(refused(await send('POST', `/journal/${entry}/undo`)).code).toBe('fixed_in_status');
    expectFailure(await send('POST', `/journal/${await latest(_id)}/undo`), 409, 'NOT_UNDOABLE');
  });
});

describe('several cheques at once', () => {
  it('have the event all, in the order in which they were named, as one batch', async ({
    make,
    ask,
    send,
    service,
  }) => {
    const made: Row[] = await Promise.all([1, 2, 3].map(() => make('cheques')));
    const ids = made.map(({ _id }) => _id).toReversed();
    const data = await ask('POST', '/cheques/events', {
      cheques: [...ids, ids[0]],
      kind: 'clear',
      date: '2024-3-3',
    });
    expect(data.map(({ _id, status }: Row) => [_id, status])).toEqual(ids.map((id) => [id, 'cleared']));
    const batches =
      await service.sql`select distinct batch from journal where record_id = any(${ids}) and action = 'update'`;
    expect(batches).toHaveLength(1);
    const undone = await ask('POST', '/cheques/events', { cheques: ids, kind: 'undo' });
    expect(undone.map(({ status }: Row) => status)).toEqual(['issued', 'issued', 'issued']);
    expect((await send('POST', '/cheques/events', { cheques: ids, kind: 'undo' })).status).toBe(409);
  });

  it('have it all or none', async ({ make, after, send, ask }) => {
    const [one, cleared] = [await make('cheques'), await after('clear')];
    const { path, code, params } = refused(
      await send('POST', '/cheques/events', { cheques: [one._id, cleared._id], kind: 'present' }),
    );
    expect([path, code, params.status]).toEqual([['cheques', 1], 'event_not_allowed', 'cleared']);
    const unknown = await send('POST', '/cheques/events', {
      cheques: [one._id, unknownId, 'x'],
      kind: 'present',
    });
    expect(expectFailure(unknown, 400, 'UNKNOWN_REFERENCE')).toEqual(['cheques.1', 'cheques.2']);
    expect(await ask('GET', `/cheques/${one._id}`)).toMatchObject({ status: 'issued', version: 1 });
  });

  it('are 1 to 500', async ({ send }) => {
    for (const cheques of [[], Array(501).fill(unknownId), 'x', [5]]) {
      const answer = await send('POST', '/cheques/events', { cheques, kind: 'present' });
      expect(expectFailure(answer, 400, 'VALIDATION')[0]).toMatch(/^cheques/);
    }
  });

  it('answer the same again to the same key', async ({ make, service, admin: { token } }) => {
    const made: Row[] = await Promise.all([1, 2].map(() => make('cheques')));
    const body = { cheques: made.map(({ _id }) => _id), kind: 'bounce' };
    const send = () =>
      service.call('POST', '/cheques/events', { token, body, headers: { 'idempotency-key': 'many' } });
    const first = await send();
    expect(first.status).toBe(200);
    expect((await send()).body).toEqual(first.body);
  });
});

describe('a race', () => {
  it.for(['present', 'bounce', 'stop', 'cancel'])(
    'of twenty for %s is won by one',
    async (kind, { make, record }) => {
      const { _id } = await make('cheques');
      expect(tally(await atOnce(20, () => record(_id, kind)))).toEqual({ 200: 1, 409: 19 });
    },
  );

  it('of twenty undos takes one event back each', async ({ after, record, ask }) => {
    const { _id } = await after('present', 'bounce', 'present');
    expect(tally(await atOnce(20, () => record(_id, 'undo')))).toEqual({ 200: 3, 409: 17 });
    expect(await ask('GET', `/cheques/${_id}`)).toMatchObject({ status: 'issued', attempts: 0 });
  });

  it('of twenty for the same cheques, named in different orders, is won by one', async ({ make, send }) => {
    const ids: string[] = (await Promise.all([1, 2, 3, 4].map(() => make('cheques')))).map(({ _id }) => _id);
    const answers = await atOnce(20, (i) =>
      send('POST', '/cheques/events', { cheques: i % 2 ? ids : ids.toReversed(), kind: 'clear' }),
    );
    expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
  });

  it('of a deletion and an event leaves a cheque that is either', async ({ make, send, record }) => {
    for (let i = 0; i < 10; i += 1) {
      const { _id } = await make('cheques');
      const [deleted, presented] = await Promise.all([
        send('DELETE', `/cheques/${_id}`),
        record(_id, 'present'),
      ]);
      expect([deleted.status, presented.status].sort()).toEqual(
        deleted.status === 200 ? [200, 404] : [200, 409],
      );
    }
  });
});

describe('roles', () => {
  it.for<[Role, number]>([
    ['User', 403],
    ['Supervisor', 200],
    ['Administrator', 200],
  ])('%s', async ([role, status], { service, make }) => {
    const person = await service.person(role);
    const { _id } = await make('cheques');
    expect((await eventSender(service, person)(_id, 'present')).status).toBe(status);
    const list = await service.call('GET', `/cheques/${_id}/events`, { token: person.token });
    expect(list.status).toBe(status);
  });
});
