import { isWhole, runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { expect } from 'vitest';
import { store } from '../support/asking.ts';
import { plus } from '../support/forecasts.ts';
import { settlementTest } from '../support/pay.ts';
import {
  walks as anyWalk,
  type Entry,
  entryKinds,
  type Inputs,
  inputs,
  rate,
  type Step,
  shift,
} from '../support/pay-model/inputs.ts';
import { type Settlement, Settlements } from '../support/pay-model/settlements.ts';
import { take } from '../support/pay-model/statement.ts';
import type { Row } from '../support/samples/index.ts';

const currencies: Readonly<Record<number, string>> = { 0: 'JPY', 2: 'ILS', 3: 'JOD' };

const it = settlementTest
  /** A worker without anything, in a business with a currency of so many digits. */
  .extend('begin', { scope: 'file' }, ({ service }) => async ({ digits, deletedOn }: Inputs) => {
    const { sql } = service;
    // As if nothing had ever been settled in another currency.
    await sql`set session_replication_role = replica`;
    await sql`update settings set currency = ${currencies[digits] ?? null}`;
    await sql`set session_replication_role = origin`;
    const id = await store(service, 'users');
    if (deletedOn) await sql`update users set deleted_at = ${`${deletedOn} 12:00+00`} where id = ${id}`;
    return id;
  })
  /** Puts these in the place of what the worker had; entries that settlements made stay. */
  .extend(
    'put',
    { scope: 'file' },
    ({ service: { sql } }) =>
      async (worker: string, { logs, rates, entries }: Partial<Inputs>) => {
        const json = (rows: readonly object[]) => sql.json(rows as never);
        if (logs) {
          await sql`update logs set deleted_at = now() where worker_id = ${worker} and deleted_at is null`;
          await sql`insert into logs (id, worker_id, date, starting_time, finishing_time, break_minutes, is_absent, payment, extra_notes)
            select gen_random_uuid(), ${worker}, date, "startingTime", "finishingTime", "breakMinutes", "isAbsent", payment, ''
            from jsonb_to_recordset(${json(logs)}) as given (date date, "startingTime" time, "finishingTime" time,
              "breakMinutes" integer, "isAbsent" boolean, payment numeric)`;
        }
        if (rates) {
          await sql`update rates set deleted_at = now() where worker_id = ${worker} and deleted_at is null`;
          await sql`insert into rates (id, worker_id, "from", basis, amount, day_minutes, overtime_factor, month_days, extra_notes)
            select gen_random_uuid(), ${worker}, "from", basis, coalesce(amount, 0), "dayMinutes", "overtimeFactor", "monthDays", ''
            from jsonb_to_recordset(${json(rates)}) as given ("from" date, basis text, amount numeric, "dayMinutes" integer,
              "overtimeFactor" numeric, "monthDays" integer)`;
        }
        if (entries) {
          await sql`update "payEntries" set deleted_at = now()
            where worker_id = ${worker} and deleted_at is null and extra_notes = 'changes'`;
          await sql`insert into "payEntries" (id, worker_id, date, kind, amount, extra_notes)
            select gen_random_uuid(), ${worker}, date, kind, amount, 'changes'
            from jsonb_to_recordset(${json(entries)}) as given (date date, kind text, amount numeric)`;
        }
      },
  );

interface Walk {
  readonly first: string;
  readonly inputs: Inputs;
  readonly steps: Step[];
}

/** What chance alone takes too seldom: payouts that are kept and owned again, and corrections of every field. */
const rare: [Walk][] = [
  [
    {
      first: '2024-01-31',
      inputs: inputs({ rates: [rate({ from: '2024-01-01' })], logs: [shift('2024-02-01')] }),
      steps: [
        { kind: 'settle', days: 10, payout: '100', payoutDate: '2024-02-01' },
        { kind: 'settle', days: 5, payout: '50' },
        { kind: 'void', keepPayout: true },
        { kind: 'void', keepPayout: true },
        { kind: 'change', inputs: { logs: [shift('2024-02-02')] } },
        { kind: 'settle', days: 20, payout: '7' },
        { kind: 'void', keepPayout: true },
        { kind: 'settle', days: 20 },
        { kind: 'settle', days: 5 },
      ],
    },
  ],
  [
    {
      first: '2024-01-31',
      inputs: inputs({ rates: [rate({ from: '2024-01-01' })] }),
      steps: [
        { kind: 'settle', days: 10 },
        {
          kind: 'change',
          inputs: {
            logs: [shift('2024-02-02', '08:00', '09:00', { payment: '5' })],
            entries: entryKinds.map((kind, i) => ({ date: '2024-02-03', kind, amount: String(i + 1) })),
          },
        },
        { kind: 'settle', days: 1 },
        { kind: 'change', inputs: { logs: [], entries: [] } },
        { kind: 'settle', days: 1 },
      ],
    },
  ],
];

const textOf = ({ kind, amount }: Pick<Entry, 'kind' | 'amount'>) => `${kind} ${amount}`;

/** As the service answers it; entries of a line are told by kind and amount, in any order. */
const answerOf = ({ lines, replaces, ...settlement }: Settlement, ids: readonly string[]) => ({
  ...settlement,
  replaces: replaces === null ? null : ids[replaces - 1],
  lines: lines.map(({ entries, ...line }) => ({
    ...line,
    entries: entries.map(textOf).sort(),
    entriesCount: entries.length,
  })),
});
const comparable = ({ lines, ...settlement }: Row) => ({
  ...settlement,
  lines: lines.map(({ entries, ...line }: Row) => ({ ...line, entries: entries.map(textOf).sort() })),
});

it('random walks of changes, settlements and voids end where the model does', async ({
  begin,
  put,
  settle,
  makeVoid,
  entriesOf,
  ask,
}) => {
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyWalk, async ({ first, inputs: given, steps }) => {
      const worker = await begin(given);
      await put(worker, given);
      const model = new Settlements(given);
      const ids: string[] = [];
      const act = async (step: Step): Promise<void> => {
        const last = model.list.findLast(({ status }) => status !== 'void');
        const lastId = last && ids[last.number - 1];
        take(model, step, first);
        if (step.kind === 'change') return put(worker, step.inputs);
        if (step.kind === 'void') {
          if (!lastId) return;
          await makeVoid({ _id: lastId }, step.keepPayout);
          reached.add(step.keepPayout ? 'kept' : 'void');
          return;
        }
        const { payout, payoutDate } = step;
        const to = plus(last?.to ?? first, step.days);
        const { missingRates: _, ...drafted } = await ask(
          'GET',
          `/settlements/preview?worker=${worker}&to=${to}`,
        );
        const issued = await settle(worker, to, { payout, ...(payout !== undefined && { payoutDate }) });
        ids.push(issued._id);
        const expected = model.list.at(-1);
        if (!expected) throw new Error('the model issued nothing');
        expect(comparable(issued)).toMatchObject(answerOf(expected, ids));
        if (payout === undefined) expect(issued).toMatchObject(drafted);
        else expect(issued).toMatchObject({ corrections: drafted.corrections, lines: drafted.lines });
        if (issued.replaces) reached.add('replaces');
        if (Number(issued.payout) !== Number(payout ?? 0)) reached.add('adopts');
        for (const { field } of issued.corrections) reached.add(field);
      };
      for (const step of steps) await act(step);

      const listed: Row[] = await ask('GET', `/settlements?worker=${worker}`);
      const statuses = listed.toSorted((one, other) => one.number - other.number).map(({ status }) => status);
      expect(statuses).toEqual(model.list.map(({ status }) => status));
      const owners = (entries: readonly string[]) => entries.toSorted();
      expect(
        owners((await entriesOf(worker)).map((entry) => `${textOf(entry as Entry)} ${entry.settlement}`)),
      ).toEqual(
        owners(
          model.inputs.entries.map(
            (entry) => `${textOf(entry)} ${model.isOwned(entry) ? ids[(entry.settlement ?? 0) - 1] : null}`,
          ),
        ),
      );
    }),
    { numRuns: runs(40), examples: rare },
  );
  if (!isWhole) return;
  // The walks are worth something only while they reach all of these.
  const kinds = [
    'void',
    'kept',
    'replaces',
    'adopts',
    'earned',
    'payments',
    'openings',
    'advances',
    'bonuses',
  ];
  expect([...reached]).toEqual(expect.arrayContaining([...kinds, 'deductions', 'payouts']));
});
