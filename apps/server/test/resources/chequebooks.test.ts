import { runs } from '@daybook/testing/random';
import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { ids } from '../support/listing.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest, testResource } from './suite/index.ts';

const it = resourceTest('chequebooks');

testResource('chequebooks', it);

const serials = ['firstSerial', 'lastSerial'];

describe('the serials of a book', () => {
  it.for([
    ['1', '1'],
    ['0001', '1000'],
    ['A-0999/x', 'A-1998/x'],
    ['12-0007x', '12-0009x'],
    ['شيك 09', 'شيك 10'],
    ['99999999999999999998', '99999999999999999999'],
  ] as const)('may be from %s to %s', async ([firstSerial, lastSerial], { make }) => {
    const book = await make('chequebooks', { firstSerial, lastSerial });
    expect(book).toMatchObject({ firstSerial, lastSerial, nextSerial: firstSerial });
  });

  it.for([
    ['0002', '0001'],
    ['0001', '1001'],
    ['001', '0050'],
    ['A1', 'B2'],
    ['1A', '2B'],
    ['1-1', '2-2'],
    ['1', '١'.concat('2')],
  ] as const)('are not from %s to %s', async ([firstSerial, lastSerial], { required, send, make, ask }) => {
    const body = { ...(await required()), firstSerial, lastSerial };
    const answer = await send('POST', '/chequebooks', body);
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(serials);
    expect(answer.body.error.issues[0]).toMatchObject({ code: 'invalid_range', params: { max: 1000 } });
    const { _id } = await make('chequebooks');
    const changed = await send('PUT', `/chequebooks/${_id}`, { firstSerial, lastSerial });
    expect(expectFailure(changed, 400, 'VALIDATION')).toEqual(serials);
    expect(await ask('GET', `/chequebooks/${_id}`)).toMatchObject({ version: 1 });
  });

  it('have a number', async ({ required, send }) => {
    const answer = await send('POST', '/chequebooks', { ...(await required()), firstSerial: 'none' });
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['firstSerial']);
    expect(answer.body.error.issues[0].code).toBe('invalid_serial');
  });
});

describe('the books of one account', () => {
  it('have no serial in common; those of another may', async ({ make, send, ask }) => {
    const { _id: account } = await make('bankAccounts');
    await make('chequebooks', { account, firstSerial: '0100', lastSerial: '0149' });
    const post = (firstSerial: string, lastSerial: string) =>
      send('POST', '/chequebooks', { account, firstSerial, lastSerial });
    for (const [first, last] of [
      ['0100', '0149'],
      ['0149', '0160'],
      ['0090', '0100'],
      ['0120', '0130'],
      ['0001', '0200'],
    ] as const) {
      const answer = await post(first, last);
      expect(expectFailure(answer, 409, 'BOOK_OVERLAP'), `${first} to ${last}`).toEqual(serials);
      expect(answer.body.error.issues[0].code).toBe('book_overlap');
    }
    for (const [first, last] of [
      ['0150', '0199'],
      ['0050', '0099'],
      ['100', '149'],
      ['A0100', 'A0149'],
      ['0100A', '0149A'],
    ] as const)
      expect((await post(first, last)).status, `${first} to ${last}`).toBe(200);
    await make('chequebooks', { firstSerial: '0100', lastSerial: '0149' });
    expect(await ask('GET', `/chequebooks?account=${account}`)).toHaveLength(6);
  });

  it('also where they are changed, restored or changes of them undone', async ({
    make,
    send,
    ask,
    latest,
  }) => {
    const { _id: account } = await make('bankAccounts');
    const [one, other] = [
      await make('chequebooks', { account, firstSerial: '01', lastSerial: '10' }),
      await make('chequebooks', { account, firstSerial: '11', lastSerial: '20' }),
    ];
    const path = `/chequebooks/${one._id}`;
    expectFailure(await send('PUT', path, { lastSerial: '11' }), 409, 'BOOK_OVERLAP');
    const elsewhere = await make('chequebooks', { firstSerial: '05', lastSerial: '06' });
    expectFailure(await send('PUT', `/chequebooks/${elsewhere._id}`, { account }), 409, 'BOOK_OVERLAP');

    await ask('DELETE', path);
    const entry = await latest(one._id);
    await ask('PUT', `/chequebooks/${other._id}`, { firstSerial: '10' });
    expectFailure(await send('POST', `${path}/restore`), 409, 'BOOK_OVERLAP');
    expectFailure(await send('POST', `/journal/${entry}/undo`), 409, 'BOOK_OVERLAP');
    await ask('PUT', `/chequebooks/${other._id}`, { firstSerial: '12' });
    const widened = await latest(other._id);
    expect((await send('POST', `${path}/restore`)).status).toBe(200);
    await ask('PUT', path, { lastSerial: '11' });
    expectFailure(await send('POST', `/journal/${widened}/undo`), 409, 'BOOK_OVERLAP');
  });

  it('are made one after the other, in every round', async ({ make, send, ask }) => {
    for (let round = 0; round < runs(20); round += 1) {
      const { _id: account } = await make('bankAccounts');
      const answers = await atOnce(8, (i) =>
        send('POST', '/chequebooks', { account, firstSerial: `1${i}`, lastSerial: `3${i}` }),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 7 });
      expect(await ask('GET', `/chequebooks?account=${account}`)).toHaveLength(1);
    }
  });
});

describe('the next serial', () => {
  it('follows the highest that a cheque of the account has in the book', async ({ service, make, ask }) => {
    const book = await make('chequebooks', { firstSerial: 'A-008/x', lastSerial: 'A-011/x' });
    const path = `/chequebooks/${book._id}`;
    const use = async (serial: string, account = book.account) => {
      const { _id } = await make('cheques', { serial });
      await service.sql`update cheques set account_id = ${account} where id = ${_id}`;
      return _id;
    };
    await use('A-010/x', (await make('bankAccounts'))._id);
    await use('A-010/y');
    await use('A-0100/x');
    await use('A-007/x');
    expect(await ask('GET', path)).toMatchObject({ nextSerial: 'A-008/x' });
    await use('A-009/x');
    expect(await ask('GET', path)).toMatchObject({ nextSerial: 'A-010/x' });
    await use('A-008/x');
    expect(await ask('GET', path)).toMatchObject({ nextSerial: 'A-010/x' });
    const last = await use('A-011/x');
    expect(await ask('GET', path)).toMatchObject({ nextSerial: null });
    expect((await ask('GET', `/chequebooks?account=${book.account}`))[0]).toMatchObject({ nextSerial: null });
    await ask('DELETE', `/cheques/${last}`);
    expect(await ask('GET', path)).toMatchObject({ nextSerial: 'A-010/x' });
    expect(await ask('PUT', path, { lastSerial: 'A-009/x' })).toMatchObject({ nextSerial: null });
  });
});

it('of several accounts are listed', async ({ make, ask }) => {
  const books = [await make('chequebooks'), await make('chequebooks', { firstSerial: '0002' })];
  const account = books.map((book) => book.account).join(',');
  expect(ids(await ask('GET', `/chequebooks?account=${account}`))).toEqual(books.map(({ _id }) => _id));
});
