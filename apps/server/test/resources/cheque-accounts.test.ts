import { describe, expect } from 'vitest';
import { eventSender } from '../support/cheque-model.ts';
import { ids, query } from '../support/listing.ts';
import type { Fields, Row } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';
import { resourceTest } from './suite/index.ts';

// docs/rules.md, section 6: the accounts of cheques, what is odd about their serials, and when they are stale.
const it = resourceTest('cheques')
  .extend('record', { scope: 'file' }, ({ service, admin }) => eventSender(service, admin))
  /** An account with the book 0101 to 0150. */
  .extend('book', { scope: 'file' }, ({ make }) => async (): Promise<string> => {
    const book = await make('chequebooks', { firstSerial: '0101', lastSerial: '0150' });
    return book.account;
  })
  /** The codes and params of what is odd about a cheque that is made. */
  .extend('oddities', { scope: 'file' }, ({ make }) => async (account: string, serial: string) => {
    const { warnings } = await make('cheques', { account, serial });
    return warnings?.map(({ code, params }: Row) => [code, params]);
  });

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

describe('GET /cheques', () => {
  it('is filtered by accounts and by serials', async ({ make, ask }) => {
    const [one, other] = [await make('bankAccounts'), await make('bankAccounts')];
    const made: string[] = [];
    for (const [serial, account] of [
      ['F1', one._id],
      ['F2', one._id],
      ['F1', other._id],
      ['F3', null],
    ])
      made.push((await make('cheques', { serial, account }))._id);
    const found = async (filter: Record<string, string>) =>
      ids(await ask('GET', query('/cheques', filter))).sort();
    const of = (...places: number[]) => places.map((place) => made[place]).sort();
    expect(await found({ account: one._id })).toEqual(of(0, 1));
    expect(await found({ account: `${other._id}, ${one._id},nonsense` })).toEqual(of(0, 1, 2));
    expect(await found({ account: unknownId })).toEqual([]);
    expect(await found({ serials: 'F1' })).toEqual(of(0, 2));
    expect(await found({ serials: 'F1, F3,f2,F' })).toEqual(of(0, 2, 3));
    expect(await found({ serials: 'F1,F2', account: one._id })).toEqual(of(0, 1));
    expect(await found({ serials: ',' })).toEqual([]);
  });

  it('sums by account too', async ({ service, admin, make }) => {
    const { _id: account } = await make('bankAccounts');
    await make('cheques', { account, value: '7.25' });
    const sums = await service.client(admin.token).cheques.summary.query({ account });
    expect(sums).toMatchObject({ count: 1, total: '7.25' });
  });
});

describe('what is odd about a serial', () => {
  it('is nothing without an account, and in an account without books', async ({ make, oddities }) => {
    for (let i = 0; i < 2; i += 1)
      expect(await make('cheques', { serial: '77' })).not.toHaveProperty('warnings');
    const { _id } = await make('bankAccounts');
    expect(await oddities(_id, '0001')).toBeUndefined();
    expect(await oddities(_id, 'none')).toBeUndefined();
  });

  it('is a cheque of the account that has it, until that is deleted', async ({ make, ask, oddities }) => {
    const { _id: account } = await make('bankAccounts');
    const first = await make('cheques', { account, serial: 'T1' });
    expect(await oddities(account, 'T1')).toEqual([['serial_used', { cheque: first._id }]]);
    expect(await oddities((await make('bankAccounts'))._id, 'T1')).toBeUndefined();
    const third = await make('cheques', { account, serial: 'T2' });
    await ask('DELETE', `/cheques/${third._id}`);
    expect(await oddities(account, 'T2')).toBeUndefined();
  });

  it('is that it stands in no book', async ({ book, oddities }) => {
    const account = await book();
    for (const serial of ['0151', '0100', '101', 'A0101', 'x'])
      expect(await oddities(account, serial), serial).toEqual([['serial_outside_books', {}]]);
    expect(await oddities(account, '0101')).toBeUndefined();
  });

  it('is that numbers are left out before it', async ({ book, oddities }) => {
    const account = await book();
    expect(await oddities(account, '0102')).toEqual([['serial_gap', { from: '0101', to: '0101', count: 1 }]]);
    expect(await oddities(account, '0103')).toBeUndefined();
    expect(await oddities(account, '0107')).toEqual([['serial_gap', { from: '0104', to: '0106', count: 3 }]]);
    // What was left out may still be written.
    expect(await oddities(account, '0105')).toBeUndefined();
    expect(await oddities(account, '0150')).toEqual([
      ['serial_gap', { from: '0108', to: '0149', count: 42 }],
    ]);
  });

  it('has a field and words', async ({ book, make }) => {
    const account = await book();
    await make('cheques', { account, serial: '0101' });
    const { warnings } = await make('cheques', { account, serial: '0104' });
    expect(warnings).toEqual([
      {
        code: 'serial_gap',
        path: ['serial'],
        params: { from: '0102', to: '0103', count: 2 },
        message: 'leaves out 0102 to 0103',
      },
    ]);
  });

  it('comes with changes of the serial and the account alone, and with restoring', async ({
    book,
    make,
    ask,
  }) => {
    const account = await book();
    const { _id } = await make('cheques', { serial: '0105' });
    const path = `/cheques/${_id}`;
    const codes = async (body: Fields) =>
      (await ask('PUT', path, body)).warnings?.map(({ code }: Row) => code);
    expect(await codes({ account })).toEqual(['serial_gap']);
    expect(await codes({ description: 'Rent' })).toBeUndefined();
    expect(await codes({ serial: '9' })).toEqual(['serial_outside_books']);
    expect(await codes({ serial: '0101' })).toBeUndefined();
    expect(await ask('GET', path)).not.toHaveProperty('warnings');
    await ask('DELETE', path);
    const twin = await make('cheques', { account, serial: '0101' });
    expect((await ask('POST', `${path}/restore`)).warnings).toMatchObject([{ params: { cheque: twin._id } }]);
    expect((await ask('GET', query('/cheques', { account })))[0]).not.toHaveProperty('warnings');
    expect(await codes({ account: null })).toBeUndefined();
  });

  it('is answered again for the same Idempotency-Key, and over tRPC', async ({
    service,
    admin: { token },
    book,
    required,
  }) => {
    const body = { ...(await required()), account: await book(), serial: '0110' };
    const headers = { 'idempotency-key': 'odd-1' };
    const post = () => service.call('POST', '/cheques', { token, body, headers });
    const first = await post();
    expect(first.body.data.warnings).toMatchObject([{ code: 'serial_gap', path: ['serial'] }]);
    expect((await post()).body).toEqual(first.body);
    const made = await service.client(token).cheques.create.mutate(body as never);
    expect(made.warnings).toMatchObject([{ code: 'serial_used', params: { cheque: first.body.data._id } }]);
  });
});

describe('a replacement', () => {
  it('keeps the account unless another or null is sent', async ({ book, make, ask, record, send }) => {
    const account = await book();
    const { _id } = await make('cheques', { account, serial: '0101' });
    const other = await make('bankAccounts', { name: 'Other' });
    await record(_id, 'bounce');
    const part = { dueDate: '2024-05-01', value: '1' };
    const cheques = [
      { ...part, serial: '0102' },
      { ...part, serial: '0103' },
      { ...part, serial: '0109' },
      { ...part, serial: '0104', account: other._id },
      { ...part, serial: '0104', account: null },
    ];
    const { cheque, replacements } = await ask('POST', `/cheques/${_id}/replacement`, { cheques });
    expect(cheque).toMatchObject({ account });
    expect(cheque).not.toHaveProperty('warnings');
    expect(replacements.map((one: Row) => one.account)).toEqual([account, account, account, other._id, null]);
    expect(replacements[3].accountName).toBe('Other');
    expect(replacements.map((one: Row) => one.warnings?.map(({ code }: Row) => code))).toEqual([
      undefined,
      undefined,
      ['serial_gap'],
      undefined,
      undefined,
    ]);

    const unknown = await send('POST', `/cheques/${replacements[0]._id}/replacement`, {
      cheques: [
        { ...part, serial: '1' },
        { ...part, serial: '2', account: unknownId },
      ],
    });
    expect(expectFailure(unknown, 400, 'UNKNOWN_REFERENCE')).toEqual(['cheques.1.account']);
  });
});

describe('clearing', () => {
  it('before the due date is odd', async ({ make, record, ask }) => {
    const due = { dueDate: '2024-06-10' };
    const early = await make('cheques', due);
    expect((await record(early._id, 'clear', { date: '2024-06-09' })).body.data.warnings).toEqual([
      {
        code: 'cleared_early',
        path: ['date'],
        params: { dueDate: '2024-06-10' },
        message: 'is before the due date, 2024-06-10',
      },
    ]);
    expect(await ask('GET', `/cheques/${early._id}`)).not.toHaveProperty('warnings');
    const [late, other] = [await make('cheques', due), await make('cheques', due)];
    expect((await record(late._id, 'clear', { date: '2024-06-10' })).body.data).not.toHaveProperty(
      'warnings',
    );
    expect((await record(other._id, 'present', { date: '2024-06-01' })).body.data).not.toHaveProperty(
      'warnings',
    );
    expect((await record(early._id, 'undo')).body.data).not.toHaveProperty('warnings');

    const events = { cheques: [other._id, early._id], kind: 'clear', date: '2024-06-09' };
    const both = await ask('POST', '/cheques/events', events);
    expect(both.map(({ warnings }: Row) => warnings?.[0].code)).toEqual(['cleared_early', 'cleared_early']);
  });
});

describe('a cheque', () => {
  it('is stale while it is open, once the months of the settings have passed', async ({
    make,
    ask,
    record,
  }) => {
    const stale = async (id: string) => (await ask('GET', `/cheques/${id}`)).isStale;
    const old = await make('cheques', { dueDate: '2024-01-31' });
    const fresh = await make('cheques', { dueDate: day(-20) });
    const coming = await make('cheques', { dueDate: '9999-12-31' });
    expect([old.isStale, fresh.isStale, coming.isStale]).toEqual([true, false, false]);
    await ask('PUT', '/settings', { staleAfterMonths: 120 });
    expect([await stale(old._id), await stale(coming._id)]).toEqual([false, false]);
    await ask('PUT', '/settings', { staleAfterMonths: 6 });
    expect(await ask('PUT', `/cheques/${old._id}`, { description: 'x' })).toMatchObject({ isStale: true });
    expect((await ask('GET', query('/cheques', { to: '2024-01-31', from: '2024-01-31' })))[0].isStale).toBe(
      true,
    );
    expect((await record(old._id, 'clear')).body.data.isStale).toBe(false);
    expect((await record(old._id, 'undo')).body.data.isStale).toBe(true);
    expect((await ask('PUT', `/cheques/${old._id}`, { isCancelled: true })).isStale).toBe(false);
  });

  it('is stale by the caller’s own day', async ({ service, make }) => {
    // Six months ago for who is a day ahead, not yet for who is behind.
    const caller = await service.person('Administrator');
    const zoned = async (timeZone: string) => {
      const body = { active: true, timeZone };
      await service.call('PATCH', '/users/preferences', { token: caller.token, body });
      return new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date());
    };
    const ahead = await zoned('Pacific/Kiritimati');
    const [row] = await service.sql`select (${ahead}::date - 1 - interval '6 months')::date::text as day,
      ((${ahead}::date - 1 - interval '6 months')::date + interval '6 months')::date::text as last`;
    const { _id } = await make('cheques', { dueDate: row?.day });
    const isStale = async () =>
      (await service.call('GET', `/cheques/${_id}`, { token: caller.token })).body.data.isStale;
    expect(await isStale()).toBe(row?.last < ahead);
    const behind = await zoned('Pacific/Niue');
    expect(await isStale()).toBe(row?.last < behind);
  });
});
