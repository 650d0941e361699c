import type { Row } from './samples/index.ts';
import type { Person } from './service.ts';
import { test } from './test.ts';

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
