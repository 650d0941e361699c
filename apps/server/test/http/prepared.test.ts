import { afterAll, beforeAll, expect, it } from 'vitest';
import { unknownId } from '../support/asking.ts';
import { type Person, type Service, startService } from '../support/service.ts';

let service: Service;
let admin: Person;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  admin = await service.person('Administrator');
});
afterAll(() => service.close());

const cursor = btoa(JSON.stringify(['2020-01-01', unknownId]));
const filters = Object.entries({
  ...{ from: '2020-1-1', to: '2020-1-2', payee: unknownId, serial: 'x', isCancelled: 'true', search: 'x' },
  cursor,
});
const sets = Array.from({ length: 2 ** filters.length }, (_, set) =>
  Object.fromEntries(filters.filter((_filter, index) => (set >> index) & 1)),
);

it('a connection keeps few statements prepared, whatever sets of filters are asked for', {
  timeout: 60_000,
}, async () => {
  for (const set of sets)
    for (const limit of ['1', '1000']) {
      const query = new URLSearchParams({ ...set, limit });
      expect((await service.call('GET', `/cheques?${query}`, { token: admin.token })).status).toBe(200);
    }
  const counted = () =>
    service.dependencies.pools.cheques.execute<{ pid: number; count: number }>(
      'select pg_backend_pid() as pid, count(*)::integer as count from pg_prepared_statements, pg_sleep(0.1)',
    );
  const asked = await Promise.all(Array.from({ length: 6 }, counted));
  const counts = new Map(asked.map(([row]) => [row?.pid, Number(row?.count)]));
  const sum = [...counts.values()].reduce((one, other) => one + other, 0);
  // Three connections, and on the embedded database those of other pools.
  expect(sum).toBeGreaterThan(50);
  expect(sum).toBeLessThan(230);
});
