import { pay } from '@daybook/domain/server';
import { isWhole, runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { served } from '../support/asking.ts';
import { plus } from '../support/forecasts.ts';
import { query, walk } from '../support/listing.ts';
import { issueOf, payTest, settlementTest } from '../support/pay.ts';
import { type Inputs, inputsAndPeriod } from '../support/pay-model/inputs.ts';
import { statementOf } from '../support/pay-model/statement.ts';
import type { Row } from '../support/samples/index.ts';
import { type Person, unknownId } from '../support/service.ts';
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

const currencies: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'ILS', 3: 'JOD' };

/** Identifiers in the order in which they are given. */
const idOf = (n: number) => `0193a6a0-7c1e-7000-8000-${n.toString(16).padStart(12, '0')}`;

const randomTest = payTest
  .extend('sql', { scope: 'file' }, async ({ service: { sql } }) => {
    // Of a case nothing is kept, which triggers forbid; and the journal takes more time than all else.
    await sql`set session_replication_role = replica`;
    return sql;
  })
  .extend('give', { scope: 'file' }, ({ sql }) => {
    return async (number: number, { deletedOn, logs, rates, entries }: Inputs) => {
      const worker = idOf(number);
      const given = sql.json({
        logs,
        rates: rates.map((one) => ({ ...one, amount: one.amount ?? '0' })),
        entries: entries.map((one, n) => ({ ...one, id: idOf(number * 1000 + n) })),
      } as never);
      await sql`
        with given as (select ${given}::jsonb as given), workers as (
          insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level,
            password_hash, preferences, deleted_at)
          values (${worker}, 'Ada', 'Marsh', ${worker}, ${worker}, '', '', 'User', '', '{}',
            ${deletedOn && `${deletedOn}T12:00:00Z`})
        ), shifts as (
          insert into logs (id, date, starting_time, finishing_time, break_minutes, payment, extra_notes, worker_id, is_absent)
          select gen_random_uuid(), date, "startingTime", "finishingTime", "breakMinutes", payment, '', ${worker}, "isAbsent"
          from given, jsonb_to_recordset(given -> 'logs') as log (date date, "startingTime" time, "finishingTime" time,
            "breakMinutes" integer, payment numeric, "isAbsent" boolean)
        ), held as (
          insert into rates (id, worker_id, "from", basis, amount, day_minutes, overtime_factor, month_days, extra_notes)
          select gen_random_uuid(), ${worker}, "from", basis, amount, "dayMinutes", "overtimeFactor", "monthDays", ''
          from given, jsonb_to_recordset(given -> 'rates') as rate ("from" date, basis text, amount numeric,
            "dayMinutes" integer, "overtimeFactor" numeric, "monthDays" integer)
        )
        insert into "payEntries" (id, worker_id, date, kind, amount, extra_notes)
        select id, ${worker}, date, kind, amount, ''
        from given, jsonb_to_recordset(given -> 'entries') as entry (id uuid, date date, kind text, amount numeric)`;
    };
  })
  .extend('forget', { scope: 'file' }, ({ sql }) => {
    return (workers: readonly string[]) =>
      sql.begin(async (all) => {
        for (const table of ['logs', 'rates', 'payEntries'])
          await all`delete from ${all(table)} where worker_id = any(${workers})`;
        await all`delete from users where id = any(${workers})`;
      });
  });

randomTest(
  'random cases, each of two workers, are what exact arithmetic without SQL makes of them',
  async ({ service, sql, give, forget }) => {
    const scope = {
      db: service.dependencies.pools.payEntries,
      actor: { id: unknownId, sessionId: '', role: 'Administrator', timeZone: undefined } as const,
      timeZone: 'UTC',
      businessTimeZone: 'UTC',
    };
    const found = async (worker: string, from: string, to: string) => {
      const { opening, lines, totals, missingRates } = await pay.statementOf(scope, {
        userID: worker,
        from,
        to,
      });
      const linesOfModel = lines.map(({ entriesCount: _, ...line }) => ({
        ...line,
        entries: line.entries.map(({ kind, amount }) => ({ date: line.date, kind, amount })),
      }));
      return { opening, lines: linesOfModel, totals, missingRates };
    };
    // `give` numbers them from 1.
    const workers = [idOf(1), idOf(2)];
    const reached = new Set<string>();
    await fc.assert(
      fc.asyncProperty(inputsAndPeriod, inputsAndPeriod, async (one, other) => {
        const { digits } = one.inputs;
        const both = [one, { ...other, inputs: { ...other.inputs, digits } }];
        await sql`update settings set currency = ${currencies[digits] ?? null}`;
        try {
          for (const [n, { inputs }] of both.entries()) await give(n + 1, inputs);
          for (const [n, { inputs, period }] of both.entries()) {
            const statement = await found(workers[n] as string, ...period);
            expect(statement).toEqual(statementOf(inputs, ...period));
            note(reached, statement);
          }
          const at = one.period[1];
          const expected = both.map(({ inputs }) => statementOf(inputs, '1900-01-01', at).totals);
          const listed = await pay.balances(scope, { at });
          for (const [n, { earned, paid, balance }] of expected.entries()) {
            const isListed = both[n]?.inputs.deletedOn === null || Number(balance) !== 0;
            const all = {
              worker: workers[n],
              workerName: 'Ada Marsh',
              earned,
              paid,
              balance,
              settledTo: null,
            };
            expect(listed.filter(({ worker }) => worker === workers[n])).toEqual(isListed ? [all] : []);
          }
        } finally {
          await forget(workers);
        }
      }),
      { numRuns: runs(200) },
    );
    if (!isWhole) return;
    // The cases are worth something only while they reach all of these.
    for (const what of ['overtime', 'opening', 'missing', 'owes', 'month', 'entries'])
      expect([...reached]).toContain(what);
  },
);

type Found = ReturnType<typeof statementOf>;

function note(reached: Set<string>, { opening, lines, totals, missingRates }: Found): void {
  const add = (what: string, is: boolean) => is && reached.add(what);
  add(
    'overtime',
    lines.some(({ overtimeMinutes }) => overtimeMinutes > 0),
  );
  add('opening', Number(opening) !== 0);
  add('missing', missingRates.length > 0);
  add('owes', Number(totals.balance) < 0);
  add(
    'month',
    lines.some(({ workedMinutes, earned }) => workedMinutes === 0 && Number(earned) > 0),
  );
  add(
    'entries',
    lines.some(({ entries }) => entries.length > 1),
  );
}
