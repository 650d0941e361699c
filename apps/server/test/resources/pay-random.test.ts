import { pay } from '@daybook/domain/server';
import { isWhole, runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { expect } from 'vitest';
import { payTest } from '../support/pay.ts';
import type { Inputs } from '../support/pay-model/inputs.ts';
import { inputsAndPeriod } from '../support/pay-model/inputs.ts';
import { statementOf } from '../support/pay-model/statement.ts';
import { unknownId } from '../support/service.ts';

const currencies: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'ILS', 3: 'JOD' };

/** Identifiers in the order in which they are given. */
const idOf = (n: number) => `0193a6a0-7c1e-7000-8000-${n.toString(16).padStart(12, '0')}`;

const it = payTest
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

it('random cases, each of two workers, are what exact arithmetic without SQL makes of them', async ({
  service,
  sql,
  give,
  forget,
}) => {
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
          const all = { worker: workers[n], workerName: 'Ada Marsh', earned, paid, balance, settledTo: null };
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
});

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
