import { describe, expect } from 'vitest';
import { atOnce, served } from '../support/asking.ts';
import { closingTest, expectClosed } from '../support/closings.ts';
import { plus } from '../support/forecasts.ts';
import type { Fields, Row } from '../support/samples/index.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 14: what ends the pay of a worker is a rate, never the mark of deletion.

// Its day is never that of the connection, which is in UTC, nor that of a caller in Kiritimati.
const zone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format();
const tomorrow = plus(today, 1);

const it = closingTest
  .extend('settings', { scope: 'file' }, { timeZone: zone, limitLogins: false })
  .extend(
    'worker',
    { scope: 'file' },
    ({ make }) =>
      async () =>
        String((await make('users'))._id),
  )
  .extend(
    'rate',
    { scope: 'file' },
    ({ ask }) =>
      (worker: string, from: string, fields: Fields = { basis: 'month', amount: '3100' }): Promise<Row> =>
        ask('POST', '/rates', { worker, from, ...fields }),
  )
  /** The rates of a worker, oldest first. */
  .extend('rates', { scope: 'file' }, ({ ask }) => async (worker: string): Promise<string[][]> => {
    const rates: Row[] = await ask('GET', `/rates?worker=${worker}`);
    return rates.map(({ from, basis }) => [String(from), String(basis)]).toReversed();
  })
  .extend(
    'dismiss',
    { scope: 'file' },
    ({ ask }) =>
      (worker: string) =>
        ask('DELETE', `/users/${worker}`),
  )
  /** As if it had been done on that day. */
  .extend(
    'dismissOn',
    { scope: 'file' },
    ({ service: { sql }, admin }) =>
      (worker: string, day: string) =>
        sql.begin(async (all) => {
          await all`select set_config('daybook.today', ${day}, true)`;
          await all`update users set deleted_at = ${`${day}T12:00:00Z`}, version = version + 1, changed_by = ${admin.id}
            where id = ${worker}`;
        }),
  )
  .extend(
    'comeBack',
    { scope: 'file' },
    ({ ask }) =>
      (worker: string) =>
        ask('POST', `/users/${worker}/restore`),
  )
  .extend('earned', { scope: 'file' }, ({ ask }) => async (worker: string, from: string, to: string) => {
    const { totals } = await ask('GET', `/users/${worker}/statement?from=${from}&to=${to}`);
    return totals.earned;
  })
  /** The batch of the last entry of a record. */
  .extend(
    'batchOf',
    { scope: 'file' },
    ({ entries }) =>
      async (id: string) =>
        (await entries(id)).at(-1)?.batch,
  );

it.beforeEach(async ({ close }) => {
  await close(null);
});

describe('a worker who is deleted', () => {
  it('has a rate of basis none from the day after the business’s today, and no later one', async ({
    worker,
    rate,
    rates,
    dismiss,
    batchOf,
    admin,
    entries,
  }) => {
    const id = await worker();
    await rate(id, '2024-01-01', { basis: 'hour', amount: '10' });
    const gone = [await rate(id, tomorrow), await rate(id, plus(today, 40), { basis: 'none' })];
    const kept = await rate(id, today);
    await dismiss(id);
    expect(await rates(id)).toEqual([
      ['2024-01-01', 'hour'],
      [today, 'month'],
      [tomorrow, 'none'],
    ]);
    const batch = await batchOf(id);
    expect(batch).toMatch(/^[-0-9a-f]{36}$/);
    for (const { _id } of gone) {
      expect((await entries(_id)).at(-1)).toMatchObject({ action: 'delete', actor_id: admin.id, batch });
    }
    expect(await entries(kept._id)).toHaveLength(1);
  });

  it('keeps a rate of basis none that holds then, and gets none without a rate', async ({
    worker,
    rate,
    rates,
    dismiss,
    batchOf,
  }) => {
    const ended = ['2024-02-01', today, tomorrow];
    for (const from of ended) {
      const id = await worker();
      await rate(id, '2024-01-01');
      await rate(id, from, { basis: 'none' });
      await dismiss(id);
      expect(await rates(id)).toEqual([
        ['2024-01-01', 'month'],
        [from, 'none'],
      ]);
    }
    const paidByHand = await worker();
    await dismiss(paidByHand);
    expect(await rates(paidByHand)).toEqual([]);
    expect(await batchOf(paidByHand)).toBeNull();
  });

  it('in January and restored in June earns nothing in between, also where it is closed', async ({
    worker,
    rate,
    dismissOn,
    comeBack,
    earned,
    close,
    undo,
    admin,
    send,
  }) => {
    const id = await worker();
    await rate(id, '2024-01-01', { basis: 'month', amount: '2500' });
    await dismissOn(id, '2024-01-05');
    expect(await earned(id, '2024-01-01', '2024-05-31')).toBe('403.23');
    await close('2024-05-31', 'logs');
    // It would earn 10 000 in what is closed.
    expectClosed(await undo(id, admin), 'from', '2024-05-31');
    expectFailure(await send('GET', `/users/${id}`), 404, 'NOT_FOUND');
    await comeBack(id);
    expect(await earned(id, '2024-01-01', today)).toBe('403.23');
    await rate(id, '2024-06-16', { basis: 'month', amount: '3000' });
    expect(await earned(id, '2024-01-01', '2024-06-30')).toBe('1903.23');
  });

  it('is paid again where the deletion is undone, whose credentials stay ended', async ({
    service,
    ask,
    rate,
    rates,
    dismiss,
    undo,
    admin,
    earned,
    entries,
    batchOf,
  }) => {
    const person = await service.person('User');
    const { _id: token } = (
      await service.call('POST', '/tokens', {
        token: person.token,
        body: { name: 'Till', scopes: ['logs:read'] },
      })
    ).body.data;
    await rate(person.id, '2024-01-01');
    await rate(person.id, tomorrow, { basis: 'hour', amount: '10' });
    const later = await rate(person.id, plus(tomorrow, 60));
    const before = await rates(person.id);
    const [from, to] = ['2024-01-01', plus(today, 365)];
    const all = await earned(person.id, from, to);
    await dismiss(person.id);
    expect(await earned(person.id, from, to)).not.toBe(all);
    expect((await undo(later._id, admin)).status).toBe(200);
    expect(await rates(person.id)).toEqual(before);
    expect(await earned(person.id, from, to)).toBe(all);
    expect(await ask('GET', `/users/${person.id}`)).toMatchObject({ active: false });
    expect((await entries(token)).map(({ action, batch }) => [action, batch])).toEqual([
      ['create', null],
      ['delete', null],
    ]);
    expectFailure(await undo(token, admin), 409, 'NOT_UNDOABLE');
    // That undo undone is a deletion again.
    expect((await undo(later._id, admin)).status).toBe(200);
    expect((await rates(person.id)).at(-1)).toEqual([tomorrow, 'none']);
    expect(await batchOf(person.id)).toBe(await batchOf(later._id));
  });

  it('by an undo of the registration, or of a restoration, leaves too', async ({
    worker,
    rate,
    rates,
    dismiss,
    undo,
    admin,
    comeBack,
  }) => {
    const registered = await worker();
    await rate(registered, '2024-01-01');
    expect((await undo(registered, admin)).body.data).toEqual({ _id: registered });
    expect((await rates(registered)).at(-1)).toEqual([tomorrow, 'none']);
    // And that undone brings both back.
    expect((await undo(registered, admin)).status).toBe(200);
    expect(await rates(registered)).toEqual([['2024-01-01', 'month']]);

    const restored = await worker();
    await rate(restored, '2024-01-01');
    await dismiss(restored);
    await comeBack(restored);
    await rate(restored, today);
    await rate(restored, plus(today, 9));
    expect((await undo(restored, admin)).status).toBe(200);
    expect(await rates(restored)).toEqual([
      ['2024-01-01', 'month'],
      [today, 'month'],
      [tomorrow, 'none'],
    ]);
  });

  it('is not where it would change what a closed day earned', async ({
    worker,
    rate,
    rates,
    close,
    send,
    service: { sql },
  }) => {
    const id = await worker();
    const end = plus(`${plus(today, 62).slice(0, 7)}-01`, -1);
    await rate(id, '2024-01-01');
    // The operator has moved the business to a zone that is behind, or a version of before closed by another.
    await close(today, 'logs');
    await sql`update closings set through = ${end} where kind = 'logs'`;
    expectClosed(await send('DELETE', `/users/${id}`), 'from', end);
    expect(await rates(id)).toEqual([['2024-01-01', 'month']]);
    expect((await send('GET', `/users/${id}`)).status).toBe(200);
  });
});

describe('at once', () => {
  it('twenty rates and a deletion leave no rate that pays after it', async ({
    worker,
    rate,
    rates,
    send,
  }) => {
    for (let round = 0; round < 6; round += 1) {
      const id = await worker();
      const first = await rate(id, '2024-01-01');
      const second = await rate(id, '2024-02-01');
      const answers = await atOnce(20, (i) => {
        if (i === 10) return send('DELETE', `/users/${id}`);
        return send('POST', '/rates', {
          worker: id,
          from: plus(today, i % 10),
          basis: 'month',
          amount: i + 1,
        });
      });
      expect(answers[10]?.status).toBe(200);
      for (const { status, body } of answers) expect([200, 400, 409], JSON.stringify(body)).toContain(status);
      const left = await rates(id);
      expect(left.filter(([from = '']) => from > today)).toEqual([[tomorrow, 'none']]);
      expect(left.slice(0, 2)).toEqual([
        [first.from, 'month'],
        [second.from, 'month'],
      ]);
    }
  });

  it('a rate that is being changed or restored is waited for', async ({
    worker,
    rate,
    rates,
    admin,
    ask,
    service,
  }) => {
    const { sql } = service;
    for (const change of ['from', 'restore'] as const) {
      const id = await worker();
      await rate(id, '2024-01-01');
      const { _id } = await rate(id, change === 'from' ? '2024-02-01' : tomorrow);
      if (change === 'restore') await ask('DELETE', `/rates/${_id}`);
      const [deletion] = await sql.begin(async (all) => {
        if (change === 'from') await all`update rates set "from" = ${tomorrow} where id = ${_id}`;
        else await all`update rates set deleted_at = null where id = ${_id}`;
        // An overloaded machine may tell it to come again.
        const running = served(service, 'DELETE', `/users/${id}`, { token: admin.token });
        await all`select pg_sleep(0.3)`;
        return [running];
      });
      expect((await deletion)?.status).toBe(200);
      expect(await rates(id)).toEqual([
        ['2024-01-01', 'month'],
        [tomorrow, 'none'],
      ]);
    }
  });
});
