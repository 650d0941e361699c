import { describe, expect } from 'vitest';
import { served } from '../support/asking.ts';
import { plus } from '../support/forecasts.ts';
import { query, walk } from '../support/listing.ts';
import { issueOf, settlementTest } from '../support/pay.ts';
import type { Row } from '../support/samples/index.ts';
import type { Person } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 14: whatever entries hold, what is answered and stored of pay is bounded.
const mebibyte = 1024 * 1024;
const sizeOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

const it = settlementTest
  .extend('get', { scope: 'file' }, ({ service, admin }) => (path: string, { token }: Person = admin) => {
    return served(service, 'GET', path, { token });
  })
  .extend(
    'post',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (worker: string, to: string) =>
        served(service, 'POST', '/settlements', { token, body: { worker, to } }),
  )
  /** Of each day more entries than a line has, with notes of the signs that take the most bytes of JSON. */
  .extend('crowd', { scope: 'file' }, ({ service: { sql } }) => {
    return async (worker: string, from: string, days: number) => {
      await sql`set session_replication_role = replica`;
      await sql`
        insert into "payEntries" (id, worker_id, date, kind, amount, extra_notes)
        select gen_random_uuid(), ${worker}, ${from}::date + day, 'bonus', 1, repeat(chr(1), 10000)
        from generate_series(0, ${days}::integer - 1) as day, generate_series(1, 22)`;
      await sql`set session_replication_role = origin`;
    };
  });

describe('a line', () => {
  it('carries its 20 oldest entries and the beginning of their notes', async ({
    worker,
    enter,
    ask,
    settle,
  }) => {
    const id = await worker();
    const notes = `${'𝒜'.repeat(199)}bc`;
    const entries: Row[] = [];
    for (let n = 1; n <= 25; n += 1)
      entries.push(await enter(id, '2023-01-10', 'bonus', String(n), { extraNotes: `${notes}${n}` }));
    await enter(id, '2023-01-11', 'bonus', '1', { extraNotes: 'short' });
    const shown = entries.slice(0, 20).map(({ _id, kind, amount }) => ({
      ...{ _id, kind, amount },
      extraNotes: `${'𝒜'.repeat(199)}b`,
    }));
    const lines = [
      expect.objectContaining({ entries: shown, entriesCount: 25, balance: '325.00' }),
      expect.objectContaining({
        entries: [expect.objectContaining({ extraNotes: 'short' })],
        entriesCount: 1,
      }),
    ];
    const statement = await ask('GET', `/users/${id}/statement?from=2023-01-01&to=2023-01-31`);
    expect(statement).toMatchObject({ lines, totals: { bonuses: '326.00' } });
    expect((await ask('GET', `/settlements/preview?worker=${id}&to=2023-01-31`)).lines).toEqual(lines);
    const settlement = await settle(id, '2023-01-31');
    expect(settlement.lines).toEqual(lines);
    expect((await ask('GET', `/settlements?worker=${id}`))[0].lines).toEqual(lines);
    // The entry itself is as it was.
    expect((await ask('GET', `/pay-entries/${shown[0]?._id}`)).extraNotes).toBe(`${notes}1`);
  });
});

describe('more than 8 MiB', () => {
  it('is no statement and no settlement: the answer says up to which day it is one', async ({
    service,
    worker,
    crowd,
    get,
    post,
    settle,
  }) => {
    const id = await worker();
    const [from, to] = ['2022-01-01', '2022-12-31'];
    await crowd(id, from, 365);
    const refused = await get(query(`/users/${id}/statement`, { from, to }));
    expect(expectFailure(refused, 400, 'VALIDATION')).toEqual(['to']);
    expect(issueOf(refused).code).toBe('paper_too_large');
    const { to: fits } = issueOf(refused).params;
    const statement = await get(query(`/users/${id}/statement`, { from, to: fits }));
    expect(statement.status).toBe(200);
    expect(sizeOf(statement.body)).toBeLessThan(8 * mebibyte);
    expect(sizeOf(statement.body)).toBeGreaterThan(7.5 * mebibyte);
    const more = await get(query(`/users/${id}/statement`, { from, to: plus(fits, 1) }));
    expectFailure(more, 400, 'VALIDATION');

    for (const answer of [await get(query('/settlements/preview', { worker: id, to })), await post(id, to)]) {
      expect(expectFailure(answer, 400, 'VALIDATION')).toEqual(['to']);
      expect(issueOf(answer)).toMatchObject({ code: 'paper_too_large', params: { to: fits } });
    }
    const others = [await settle(await worker(), to), await settle(await worker(), from)];
    const large: Row[] = [];
    for (const until of [fits, to]) {
      const { status, body } = await post(id, until);
      expect(status).toBe(200);
      expect(sizeOf(body)).toBeLessThan(8 * mebibyte);
      large.push(body.data);
    }
    // Nobody is kept from the list by them.
    const listed = await walk(get, '/settlements', {}, [1000, 1]);
    expect(new Set(listed.map(({ _id }) => _id))).toEqual(
      new Set([...large, ...others, ...listed].map(({ _id }) => _id)),
    );
    const first = await get('/settlements?limit=1000');
    expect(sizeOf(first.body)).toBeLessThan(8 * mebibyte + 1000);
    // What is asked of PostgreSQL directly is bounded too.
    await expect(
      service.sql`insert into settlements (id, worker_id, number, "from", "to", opening, earned, paid, payout, balance,
          corrections, lines, totals)
        values (gen_random_uuid(), ${id}, 100, ${to}, ${to}, 0, 0, 0, 0, 0, '[]',
          jsonb_build_array(repeat('x', ${9 * mebibyte}::integer)), '{}')`,
    ).rejects.toThrow('settlements_size');
  }, 120_000);

  it('of corrections is no settlement, whatever the day', async ({ service: { sql }, worker, settle }) => {
    const id = await worker();
    const { _id } = await settle(id, '2023-01-31');
    await sql`
      insert into settlement_values (settlement_id, date, field, amount)
      select ${_id}, '1950-01-01'::date + day, field, 123456789012345 from generate_series(0, 14000) as day,
        unnest('{earned,payments,openings,advances,payouts,bonuses,deductions}'::text[]) as field`;
    const drafted = sql`select (one.draft).number from draft_settlement(${id}, '2023-02-28', 0, '{}') as one`;
    await expect(drafted).rejects.toMatchObject({ code: 'DB040', detail: '' });
  }, 60_000);
});
