import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { eventSender } from '../support/cheque-model.ts';
import type { Row } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest } from './suite/index.ts';

const it = resourceTest('cheques')
  .extend('record', { scope: 'file' }, ({ service, admin }) => eventSender(service, admin))
  .extend(
    'replace',
    { scope: 'file' },
    ({ send }) =>
      (id: string, cheques: unknown = [second], more = {}) =>
        send('POST', `/cheques/${id}/replacement`, { cheques, ...more }),
  )
  /** A cheque that bounced, and the one that replaces it. */
  .extend('pair', { scope: 'file' }, ({ make, record, replace }) => async () => {
    const { _id } = await make('cheques', { description: 'Rent' });
    await record(_id, 'bounce');
    const { cheque, replacements } = (await replace(_id)).body.data;
    return { original: cheque as Row, replacement: replacements[0] as Row };
  });

const second = { serial: '0043', dueDate: '2024-5-1', value: '10.50' };
const codeOf = (answer: Parameters<typeof expectFailure>[0]) => {
  expectFailure(answer, 409, 'CHEQUE_STATE');
  return answer.body.error.issues[0].code;
};

describe('a replacement', () => {
  it('cancels the cheque and makes others, which keep payee and description unless sent', async ({
    make,
    ask,
    record,
    replace,
  }) => {
    const original = await make('cheques', { description: 'Rent' });
    await record(original._id, 'bounce', { date: '2024-04-01' });
    const payee = await make('payees', { name: 'Another mill' });
    const parts = [
      { serial: '0043', dueDate: '2024-5-1', value: '4' },
      { serial: '0044', dueDate: '2024-6-1', value: '6.5', payee: payee._id, description: '' },
    ];
    const { cheque, replacements } = (
      await replace(original._id, parts, { date: '2024-04-05', reason: 'New dates' })
    ).body.data;
    expect(cheque).toMatchObject({
      status: 'cancelled',
      isCancelled: true,
      statusDate: '2024-04-05',
      attempts: 1,
    });
    expect(cheque.replacedBy).toEqual(replacements.map(({ _id }: Row) => _id));
    expect(replacements).toEqual([
      expect.objectContaining({
        ...parts[0],
        dueDate: '2024-05-01',
        payee: original.payee,
        description: 'Rent',
        status: 'issued',
        replaces: original._id,
        version: 1,
      }),
      expect.objectContaining({
        ...parts[1],
        dueDate: '2024-06-01',
        payeeName: 'Another mill',
        replaces: original._id,
      }),
    ]);
    expect(await ask('GET', `/cheques/${original._id}`)).toEqual(cheque);
    for (const one of replacements) expect(await ask('GET', `/cheques/${one._id}`)).toEqual(one);
    const events = await ask('GET', `/cheques/${original._id}/events`);
    expect(events.at(-1)).toMatchObject({ kind: 'replace', reason: 'New dates', toStatus: 'cancelled' });
  });

  it.for(['present', 'clear'])('is refused after %s', async (kind, { make, record, replace, ask }) => {
    const { _id } = await make('cheques');
    await record(_id, kind);
    expect(codeOf(await replace(_id))).toBe('event_not_allowed');
    expect(await ask('GET', `/cheques/${_id}`)).toMatchObject({ replacedBy: [] });
  });

  it('needs cheques, and names what is wrong with them', async ({ make, replace }) => {
    const { _id } = await make('cheques');
    for (const cheques of [[], null, 'x', Array(101).fill(second)])
      expect(expectFailure(await replace(_id, cheques), 400, 'VALIDATION')).toEqual(['cheques']);
    const wrong = await replace(_id, [second, { ...second, value: -1 }]);
    expect(expectFailure(wrong, 400, 'VALIDATION')).toEqual(['cheques.1.value']);
    const unknown = await replace(_id, [second, { ...second, payee: unknownId }]);
    expect(expectFailure(unknown, 400, 'UNKNOWN_REFERENCE')).toEqual(['cheques.1.payee']);
    expectFailure(await replace(unknownId), 404, 'NOT_FOUND');
  });

  it('keeps the payee of the cheque also where that is deleted', async ({ make, ask, replace }) => {
    const payee = await make('payees');
    const { _id } = await make('cheques', { payee: payee._id });
    await ask('DELETE', `/payees/${payee._id}`);
    expect((await replace(_id)).body.data.replacements[0]).toMatchObject({ payee: payee._id });
  });

  it('holds to the version that was seen', async ({ make, send }) => {
    const { _id } = await make('cheques');
    const path = `/cheques/${_id}/replacement`;
    expectFailure(await send('POST', path, { cheques: [second] }, '"2"'), 412, 'PRECONDITION_FAILED');
    expect((await send('POST', path, { cheques: [second] }, '"1"')).status).toBe(200);
  });

  it('happens once with the same key, and answers the same again', async ({
    service,
    admin: { token },
    make,
    ask,
  }) => {
    const { _id } = await make('cheques');
    const send = () =>
      service.call('POST', `/cheques/${_id}/replacement`, {
        token,
        body: { cheques: [second, { ...second, serial: '0044' }] },
        headers: { 'idempotency-key': 'replace' },
      });
    const first = await send();
    expect(first.body.data.replacements).toHaveLength(2);
    expect((await send()).body).toEqual(first.body);
    expect((await ask('GET', `/cheques/${_id}`)).replacedBy).toHaveLength(2);
  });

  it('of twenty at once is made by one', async ({ make, replace, ask }) => {
    const { _id } = await make('cheques');
    expect(tally(await atOnce(20, () => replace(_id)))).toEqual({ 200: 1, 409: 19 });
    expect((await ask('GET', `/cheques/${_id}`)).replacedBy).toHaveLength(1);
  });
});

describe('a cheque and its replacement are never both in force', () => {
  it('while the replacement is, the original does not come back', async ({ pair, record, replace, send }) => {
    const { original, replacement } = await pair();
    expect(codeOf(await record(original._id, 'reinstate'))).toBe('replacement_in_force');
    expect(codeOf(await record(original._id, 'undo'))).toBe('replacement_in_force');
    expect(codeOf(await replace(original._id))).toBe('replacement_in_force');
    expect(codeOf(await send('PUT', `/cheques/${original._id}`, { isCancelled: false }))).toBe(
      'replacement_in_force',
    );
    await record(replacement._id, 'clear');
    expect(codeOf(await record(original._id, 'reinstate'))).toBe('replacement_in_force');
  });

  it('while the original is, the replacement does not come back', async ({ pair, record, send, ask }) => {
    const { original, replacement } = await pair();
    await record(replacement._id, 'cancel');
    expect((await record(original._id, 'reinstate')).body.data).toMatchObject({ status: 'bounced' });
    expect(codeOf(await record(replacement._id, 'reinstate'))).toBe('original_in_force');
    expect(codeOf(await record(replacement._id, 'undo'))).toBe('original_in_force');
    expect(codeOf(await send('PUT', `/cheques/${replacement._id}`, { isCancelled: false }))).toBe(
      'original_in_force',
    );
    await record(original._id, 'cancel');
    await ask('PUT', `/cheques/${replacement._id}`, { isCancelled: false });
  });

  it('a deleted replacement stays away while the original is in force', async ({
    pair,
    record,
    send,
    ask,
  }) => {
    const { original, replacement } = await pair();
    await ask('DELETE', `/cheques/${replacement._id}`);
    expect((await record(original._id, 'undo')).body.data).toMatchObject({
      status: 'bounced',
      replacedBy: [],
    });
    expect(codeOf(await send('POST', `/cheques/${replacement._id}/restore`))).toBe('original_in_force');
    await record(original._id, 'cancel');
    expect((await send('POST', `/cheques/${replacement._id}/restore`)).status).toBe(200);
  });

  it('at any depth', async ({ pair, record, replace }) => {
    const { original, replacement } = await pair();
    const third = (await replace(replacement._id)).body.data.replacements[0];
    expect(codeOf(await record(original._id, 'reinstate'))).toBe('replacement_in_force');
    await record(third._id, 'cancel');
    expect((await record(original._id, 'reinstate')).status).toBe(200);
    expect(codeOf(await record(third._id, 'reinstate'))).toBe('original_in_force');
  });

  it('in a race of ten on each side', async ({ pair, record, ask }) => {
    for (let round = 0; round < 5; round += 1) {
      const { original, replacement } = await pair();
      await record(replacement._id, 'cancel');
      const answers = await atOnce(20, (i) => record((i % 2 ? original : replacement)._id, 'reinstate'));
      expect(tally(answers)[200]).toBe(1);
      const found: Row[] = [
        await ask('GET', `/cheques/${original._id}`),
        await ask('GET', `/cheques/${replacement._id}`),
      ];
      expect(found.filter(({ status }) => status === 'cancelled')).toHaveLength(1);
    }
  });
});
