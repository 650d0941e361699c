import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { unique } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

interface Made {
  readonly _id?: string;
  readonly serial: string;
  readonly dueDate: string;
  readonly account: string | null;
  readonly warnings?: readonly { readonly code: string }[];
}

// docs/rules.md, section 11: POST /cheques/series.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'payee',
    { scope: 'file' },
    async ({ make }) => (await make('payees', { name: 'Mill' }))._id as string,
  )
  .extend(
    'send',
    { scope: 'file' },
    ({ service, admin, payee }) =>
      (body: object, headers: Record<string, string> = {}) =>
        service.call('POST', '/cheques/series', {
          token: admin.token,
          body: { firstDueDate: '2024-1-31', months: 3, value: '12.50', payee, ...body },
          headers,
        }),
  )
  .extend('series', { scope: 'file' }, ({ send }) => async (body: object) => {
    const answer = await send(body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.data as Made[];
  })
  .extend(
    'account',
    { scope: 'file' },
    ({ make }) =>
      async () =>
        (await make('bankAccounts'))._id as string,
  )
  .extend(
    'book',
    { scope: 'file' },
    ({ make, account }) =>
      async (firstSerial: string, lastSerial: string) => {
        const owner = await account();
        const { _id } = await make('chequebooks', { account: owner, firstSerial, lastSerial });
        return { chequebook: _id as string, account: owner };
      },
  )
  .extend('count', { scope: 'file' }, ({ service }) => async () => {
    const [row] = await service.sql`select count(*)::integer as count from cheques`;
    return row?.count as number;
  });

const serials = (made: readonly Made[]) => made.map(({ serial }) => serial);
const dates = (made: readonly Made[]) => made.map(({ dueDate }) => dueDate);

describe('a series', () => {
  it('is a cheque for each month, as each would be by itself', async ({ ask, series, payee, account }) => {
    const own = await account();
    const made = await series({ firstSerial: '0099', description: ' Rent ', account: own });
    expect(serials(made)).toEqual(['0099', '0100', '0101']);
    for (const one of made) {
      expect(one).toMatchObject({
        value: '12.50',
        description: 'Rent',
        payee,
        payeeName: 'Mill',
        account: own,
      });
      expect(one).toMatchObject({ status: 'issued', isCancelled: false, version: 1, replaces: null });
      expect(await ask('GET', `/cheques/${one._id}`)).toMatchObject({ ...one });
    }
  });

  it.for([
    ['2024-01-31', ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30', '2024-05-31']],
    ['2023-01-31', ['2023-01-31', '2023-02-28', '2023-03-31', '2023-04-30', '2023-05-31']],
    ['2023-11-30', ['2023-11-30', '2023-12-30', '2024-01-30', '2024-02-29', '2024-03-30']],
    ['2024-02-29', ['2024-02-29', '2024-03-29', '2024-04-29', '2024-05-29', '2024-06-29']],
    ['2024-10-1', ['2024-10-01', '2024-11-01', '2024-12-01', '2025-01-01', '2025-02-01']],
  ] as const)('counts each day from %s', async ([firstDueDate, expected], { series }) => {
    expect(dates(await series({ firstDueDate, months: 5, firstSerial: '1', dryRun: true }))).toEqual(
      expected,
    );
  });

  it.for([
    ['0098', ['0098', '0099', '0100']],
    ['9', ['9', '10', '11']],
    ['99/24-B', ['99/24-B', '99/25-B', '99/26-B']],
    ['A 0009 x', ['A 0009 x', 'A 0010 x', 'A 0011 x']],
    ['شيك ٥ 007', ['شيك ٥ 007', 'شيك ٥ 008', 'شيك ٥ 009']],
    ['%_\\09$1', ['%_\\09$1', '%_\\09$2', '%_\\09$3']],
    [`x${'9'.repeat(62)}`, [`x${'9'.repeat(62)}`, `x1${'0'.repeat(62)}`, `x1${'0'.repeat(61)}1`]],
    ['000', ['000', '001', '002']],
  ] as const)('goes on from serial %s', async ([firstSerial, expected], { series }) => {
    expect(serials(await series({ firstSerial }))).toEqual(expected);
  });

  it('has 1 to 120 months, to the year 9999', async ({ series, send }) => {
    expect(await series({ months: 1, firstSerial: '1' })).toHaveLength(1);
    const longest = await series({ months: 120, firstSerial: '001' });
    expect([longest.length, longest.at(-1)]).toEqual([
      120,
      expect.objectContaining({ serial: '120', dueDate: '2033-12-31' }),
    ]);
    const last = await series({ firstDueDate: '9999-10-31', firstSerial: '1', dryRun: true });
    expect(dates(last)).toEqual(['9999-10-31', '9999-11-30', '9999-12-31']);
    const late = await send({ firstDueDate: '9999-11-1', firstSerial: '1' });
    expect(expectFailure(late, 400, 'VALIDATION')).toEqual(['firstDueDate']);
    for (const months of [0, 121, 1.5, '3', null]) {
      const answer = await send({ months, firstSerial: '1' });
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['months']);
    }
  });

  it('takes the next serials of a chequebook, and its account', async ({ ask, series, book }) => {
    const { chequebook, account } = await book('A0098', 'A0120');
    const first = await series({ chequebook });
    expect(serials(first)).toEqual(['A0098', 'A0099', 'A0100']);
    expect(new Set(first.map((one) => one.account))).toEqual(new Set([account]));
    expect(serials(await series({ chequebook, account }))).toEqual(['A0101', 'A0102', 'A0103']);
    expect(await ask('GET', `/chequebooks/${chequebook}`)).toMatchObject({ nextSerial: 'A0104' });
    expect(serials(await series({ chequebook, months: 17 })).at(-1)).toBe('A0120');
    expect(await ask('GET', `/chequebooks/${chequebook}`)).toMatchObject({ nextSerial: null });
  });

  it('is all or none where the chequebook has too few numbers', async ({ send, series, book, count }) => {
    const { chequebook } = await book('1', '5');
    await series({ chequebook });
    const before = await count();
    for (const dryRun of [false, true]) {
      const answer = await send({ chequebook, dryRun });
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['chequebook']);
      expect(answer.body.error.issues).toMatchObject([{ code: 'book_used_up', params: { left: 2 } }]);
    }
    await series({ chequebook, months: 2 });
    const { body } = await send({ chequebook, months: 1 });
    expect(body.error.issues).toMatchObject([{ code: 'book_used_up', params: { left: 0 } }]);
    expect(await count()).toBe(before + 2);
  });
});

describe('warnings', () => {
  it('come with a gap before the series, serials outside the books and used ones, made or planned', async ({
    make,
    series,
    book,
  }) => {
    const { account } = await book('0001', '0006');
    await make('cheques', { account, serial: '0002' });
    const codes = (made: readonly Made[]) =>
      made.map(({ warnings = [] }) => warnings.map(({ code }) => code));
    for (const dryRun of [true, false])
      expect(codes(await series({ account, firstSerial: '0005', dryRun }))).toEqual([
        ['serial_gap'],
        [],
        ['serial_outside_books'],
      ]);
    expect(codes(await series({ account, firstSerial: '0005', months: 2, dryRun: true }))).toEqual([
      ['serial_used'],
      ['serial_used'],
    ]);
    const [free] = await series({ firstSerial: '0005', months: 1 });
    expect(free).not.toHaveProperty('warnings');
  });
});

describe('a dry run', () => {
  it('answers what would be made, and makes nothing', async ({
    service,
    send,
    series,
    book,
    payee,
    count,
  }) => {
    const { chequebook, account } = await book('001', '010');
    const before = await count();
    const key = unique('key-');
    const planned = await send({ chequebook, dryRun: 'true' }, { 'idempotency-key': key });
    expect(planned.body.data[0]).toEqual({
      serial: '001',
      dueDate: '2024-01-31',
      value: '12.50',
      description: '',
      payee,
      payeeName: 'Mill',
      account,
      accountName: expect.any(String),
    });
    expect(await count()).toBe(before);
    expect(await service.sql`select 1 from idempotency_keys where key = ${key}`).toHaveLength(0);
    const made = await series({ chequebook });
    expect(serials(made)).toEqual(serials(planned.body.data));
    expect(dates(made)).toEqual(dates(planned.body.data));
  });
});

describe('a series is refused', () => {
  it('without a serial, with two sources of them, or with one that has no number', async ({ send, book }) => {
    const { chequebook } = await book('1', '9');
    const codesOf = async (body: object) => {
      const answer = await send(body);
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['firstSerial']);
      return answer.body.error.issues.map(({ code }: { code: string }) => code);
    };
    expect(await codesOf({})).toEqual(['serial_or_chequebook']);
    expect(await codesOf({ firstSerial: '1', chequebook })).toEqual(['serial_or_chequebook']);
    expect(await codesOf({ firstSerial: 'none' })).toEqual(['invalid_serial']);
    expect(await codesOf({ firstSerial: '٧' })).toEqual(['invalid_serial']);
    expect(await codesOf({ firstSerial: ' ' })).toEqual(['empty']);
    expect(await codesOf({ firstSerial: '9'.repeat(64) })).toEqual(['too_long']);
  });

  it('where a record that it names does not exist, or is deleted', async ({
    ask,
    make,
    send,
    book,
    account,
  }) => {
    const payee = await make('payees');
    await ask('DELETE', `/payees/${payee._id}`);
    const owner = await account();
    const { chequebook } = await book('1', '9');
    await ask('DELETE', `/bank-accounts/${owner}`);
    await ask('DELETE', `/chequebooks/${chequebook}`);
    const orphan = await book('1', '9');
    await ask('DELETE', `/bank-accounts/${orphan.account}`);
    const wrong: [string, object][] = [
      ...[payee._id, unknownId, 'nonsense'].map((id): [string, object] => [
        'payee',
        { payee: id, firstSerial: '1' },
      ]),
      ...[owner, unknownId].map((id): [string, object] => ['account', { account: id, firstSerial: '1' }]),
      ...[chequebook, unknownId, orphan.chequebook].map((id): [string, object] => [
        'chequebook',
        { chequebook: id },
      ]),
    ];
    for (const [field, body] of wrong)
      expect(expectFailure(await send(body), 400, 'UNKNOWN_REFERENCE')).toEqual([field]);
  });

  it('where the account is not the chequebook’s', async ({ send, book, account }) => {
    const { chequebook } = await book('1', '9');
    const answer = await send({ chequebook, account: await account() });
    expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['account']);
  });
});

describe('made once', () => {
  it('it is the same for the same key, also of eight at once, over REST and tRPC', async ({
    send,
    service,
    admin,
    book,
    payee,
    count,
  }) => {
    const { chequebook } = await book('001', '900');
    const before = await count();
    const key = { 'idempotency-key': unique('key-') };
    const answers = await atOnce(8, () => send({ chequebook }, key));
    expect(tally(answers)).toEqual({ 200: 8 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await count()).toBe(before + 3);
    expectFailure(await send({ chequebook, months: 4 }, key), 409, 'IDEMPOTENCY_KEY_REUSED');
    const body = { firstDueDate: '2024-01-31', months: 3, value: '12.50', payee, chequebook };
    const again = await service.call('POST', '/trpc/cheques.addSeries', {
      token: admin.token,
      body,
      headers: key,
    });
    expect(again.body.result.data).toEqual(answers[0]?.body.data);
  });

  it('gives no number twice, to twenty at once', async ({ send, book }) => {
    const { chequebook } = await book('0001', '0050');
    const answers = await atOnce(20, () => send({ chequebook }));
    expect(tally(answers)).toEqual({ 200: 16, 400: 4 });
    const given = answers.flatMap(({ status, body }) => (status === 200 ? serials(body.data) : []));
    expect(given.toSorted()).toEqual(Array.from({ length: 48 }, (_, n) => String(n + 1).padStart(4, '0')));
    for (const { body } of answers)
      if (body.success) expect(serials(body.data)).toEqual(serials(body.data).toSorted());
  });

  it('is one batch of the journal, undone as one', async ({ service, series, ask }) => {
    const made = await series({ firstSerial: '1' });
    const entries = await service.sql`
      select id::text, batch, action from journal where record_id in ${service.sql(made.map(({ _id }) => _id as string))}`;
    expect(new Set(entries.map(({ batch }) => batch)).size).toBe(1);
    expect(entries.map(({ action, batch }) => [action, batch === null])).toEqual(
      Array(3).fill(['create', false]),
    );
    await ask('POST', `/journal/${entries[0]?.id}/undo`);
    const left = await service.sql`
      select 1 from cheques where deleted_at is null and id in ${service.sql(made.map(({ _id }) => _id as string))}`;
    expect(left).toHaveLength(0);
  });
});
