import { test as base } from 'vitest';
import { asker, maker } from './asking.ts';
import type { Row } from './samples/index.ts';
import { type Person, type Settings, type SingleSignOn, startService } from './service.ts';

/**
 * Tests of the real application on a database of the file's own. All fixtures are of the file; what no test names is not
 * made. Other settings: `test.extend('settings', { scope: 'file' }, …)`. Each extension of this has fixtures of its own, and so a service: a
 * file has one.
 */
export const test = base
  .extend('settings', { scope: 'file' }, {} as Settings)
  .extend('sso', { scope: 'file' }, (): SingleSignOn | undefined => undefined)
  .extend('service', { scope: 'file' }, async ({ settings, sso }, { onCleanup }) => {
    const service = await startService(settings, false, sso);
    onCleanup(service.close);
    return service;
  })
  .extend('admin', { scope: 'file' }, ({ service }) => service.person('Administrator'))
  .extend('supervisor', { scope: 'file' }, ({ service }) => service.person('Supervisor'))
  .extend('user', { scope: 'file' }, ({ service }) => service.person('User'))
  /** Requests of the Administrator that must succeed. */
  .extend('ask', { scope: 'file' }, ({ service, admin }) => asker(service, admin))
  /** Records of the Administrator's making. */
  .extend('make', { scope: 'file' }, ({ ask }) => maker(ask));

// It would change the fixtures of all files that this worker runs.
test.override = () => {
  throw new Error('test.override is for extensions of this test: use test.extend');
};

/** Fixtures of the tests that take changes back. */
export const undoTest = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('latest', { scope: 'file' }, ({ service }) => async (id: string): Promise<string> => {
    const [row] = await service.sql`select max(id)::text as id from journal where record_id = ${id}`;
    return row?.id;
  })
  /** Takes the last change of a record back. */
  .extend(
    'undo',
    { scope: 'file' },
    ({ service, latest }) =>
      async (id: string, { token }: Person) =>
        service.call('POST', `/journal/${await latest(id)}/undo`, { token }),
  )
  .extend(
    'entries',
    { scope: 'file' },
    ({ service }) =>
      async (id: string): Promise<Row[]> => [
        ...(await service.sql`select * from journal where record_id = ${id} order by id`),
      ],
  );
