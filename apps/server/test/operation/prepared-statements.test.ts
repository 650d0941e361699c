import { expect } from 'vitest';
import { query } from '../support/listing.ts';
import { unknownId } from '../support/service.ts';
import { test as it } from '../support/test.ts';

const cursor = btoa(JSON.stringify(['2020-01-01', unknownId]));
const filters = Object.entries({
  ...{ from: '2020-1-1', to: '2020-1-2', payee: unknownId, serial: 'x', isCancelled: 'true', search: 'x' },
  cursor,
});
const sets = Array.from({ length: 2 ** filters.length }, (_, set) =>
  Object.fromEntries(filters.filter((_filter, index) => (set >> index) & 1)),
);

// With the limit as a value, a plan for any values seems to read a tenth of the table.
it('a list without filters is planned for any values after five times', async ({ service, ask }) => {
  for (let n = 0; n < 40; n++) await ask('GET', query('/bills', { limit: '100' }));
  const counted = () =>
    service.dependencies.pools.bills.execute<{ pid: number; custom: number; generic: number }>(
      `select pg_backend_pid() as pid, custom_plans::integer as custom, generic_plans::integer as generic
       from pg_prepared_statements, pg_sleep(0.1) where statement like '%limit 101'`,
    );
  const rows = (await Promise.all(Array.from({ length: 6 }, counted))).flat();
  const plans = [...new Map(rows.map((row) => [row.pid, row])).values()];
  expect(plans.every(({ custom }) => custom <= 5)).toBe(true);
  expect(plans.some(({ generic }) => generic > 0)).toBe(true);
});

it('a connection keeps few statements prepared, whatever sets of filters are asked for', async ({
  service,
  ask,
}) => {
  for (const set of sets)
    for (const limit of ['1', '1000']) await ask('GET', query('/cheques', { ...set, limit }));
  const counted = () =>
    service.dependencies.pools.cheques.execute<{ pid: number; count: number }>(
      'select pg_backend_pid() as pid, count(*)::integer as count from pg_prepared_statements, pg_sleep(0.1)',
    );
  const asked = await Promise.all(Array.from({ length: 6 }, counted));
  const counts = new Map(asked.map(([row]) => [row?.pid, Number(row?.count)]));
  const sum = [...counts.values()].reduce((one, other) => one + other, 0);
  // Three connections.
  expect(sum).toBeGreaterThan(50);
  expect(sum).toBeLessThan(230);
});

// PostgreSQL plans a prepared statement for any values after five times, and takes a period for 0.5 % of the table.
it('totals of a period are planned for it each time', async ({ service, ask }) => {
  const period = { from: '2020-1-1', to: '2020-12-31' };
  for (const path of ['/logs', '/bills', '/cheques']) await ask('GET', query(`${path}/summary`, period));
  const totals = `select statement from pg_prepared_statements
    where statement ~ 'sum\\(' and statement like '%$2%' and statement not like '% limit %'`;
  const { logs, bills, cheques } = service.dependencies.pools;
  const kept = await Promise.all([logs, bills, cheques].map((pool) => pool.execute(totals)));
  expect(kept.flat()).toEqual([]);
});
