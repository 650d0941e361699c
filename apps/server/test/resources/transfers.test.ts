import { gzipSync } from 'node:zlib';
import { ObjectId, serialize } from 'bson';
import { expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { importing as it, results, zip } from '../support/imports.ts';
import type { Person } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 6: From Manager-2.0. What becomes of its documents stands in processes/manager-2.test.ts.
const id = () => new ObjectId();
const lines = (...documents: object[]) => documents.map((one) => JSON.stringify(one)).join('\n');

/** A worker with a log, a payee with a cheque, and bills, one of which is there twice. */
function dump(mark: string, day = '1998-03-01T00:00:00Z') {
  const [worker, payee] = [id(), id()];
  const bill = { date: new Date(day), value: 12.34567, description: `Tea ${mark}` };
  return zip([
    {
      name: `dump/shop/users.bson`,
      content: Buffer.from(
        serialize({
          _id: worker,
          firstName: 'Moved',
          lastName: mark,
          username: `moved.${mark}`,
          role: 'Administrator',
        }),
      ),
    },
    { name: 'dump/shop/users.metadata.json', content: '{}' },
    {
      name: 'dump/shop/payees.bson.gz',
      content: gzipSync(serialize({ _id: payee, name: `Payee ${mark}`, phoneNumber: '0599' })),
    },
    {
      name: 'dump/shop/bills.bson',
      content: Buffer.concat([
        serialize({ _id: id(), ...bill }),
        serialize({ _id: id(), ...bill }),
        serialize({ _id: id(), value: 1 }),
      ]),
    },
    {
      name: 'dump/shop/cheques.bson',
      content: Buffer.from(
        serialize({ _id: id(), serial: `77${mark}`, dueDate: new Date(day), value: 5, payee }),
      ),
    },
    {
      name: 'dump/shop/logs.bson',
      content: Buffer.concat([
        serialize({
          _id: id(),
          date: new Date(day),
          startingTime: '8:00',
          finishingTime: '16:00',
          payment: 1,
          worker,
        }),
        serialize({
          _id: id(),
          date: new Date(day),
          startingTime: '8:00',
          finishingTime: '16:00',
          payment: 1,
          worker: id(),
        }),
      ]),
    },
  ]);
}

const transfer = it.extend(
  'send',
  { scope: 'file' },
  ({ service, admin }) =>
    (bytes: Uint8Array<ArrayBuffer> | string, name = 'dump.zip', { token }: Pick<Person, 'token'> = admin) =>
      service.call('POST', `/imports/manager-2?name=${name}`, {
        token,
        body: bytes,
        headers: { 'content-type': 'application/octet-stream' },
      }),
);

transfer(
  'shows what a dump of Manager-2.0 would create, creates it once, and takes it back',
  async ({ send, commit, undo, ask, service }) => {
    const file = dump('1');
    const { status, body } = await send(file);
    expect(status, JSON.stringify(body)).toBe(200);
    const { data } = body;
    expect(data).toMatchObject({
      kind: 'manager-2',
      name: 'dump.zip',
      counts: { create: 6, duplicate: 0, error: 2 },
    });
    expect(
      data.rows.map(({ kind, result }: { kind: string; result: string }) => `${kind} ${result}`),
    ).toEqual([
      'users create',
      'payees create',
      'bills create',
      'bills create',
      'bills error',
      'cheques create',
      'logs create',
      'logs error',
    ]);
    const [user, payee, bill] = data.rows;
    expect(user.changed).toEqual([{ field: 'role', there: 'Administrator', here: 'User' }]);
    expect(payee.changed).toEqual([{ field: 'phoneNumber', there: '0599', here: '' }]);
    expect(bill.changed).toEqual([{ field: 'value', there: '12.34567', here: '12.3457' }]);
    expect(data.rows[5].values.payee).toBe('Payee 1');
    expect(data.rows[6].values.worker).toBe('Moved 1');
    expect(data.rows[7].issues).toMatchObject([{ path: ['worker'], code: 'unknown_reference' }]);
    expect((await ask('GET', `/imports/${data._id}/rows`)).rows).toEqual(data.rows);
    expect(await ask('GET', '/users?search=Moved')).toHaveLength(0);

    const answers = await atOnce(4, () => commit(data._id));
    expect(tally(answers)).toEqual({ 200: 4 });
    const [first] = answers;
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data)))).toHaveLength(1);
    expect(first?.body.data.counts).toEqual({ created: 6, payees: 0 });
    const link = { username: expect.any(String), url: expect.stringMatching(/\/app\/link#[\w-]{43}$/) };
    expect(first?.body.data.links).toEqual([link]);
    const batches =
      await service.sql`select distinct batch from journal where batch = ${first?.body.data.batch}`;
    expect(batches).toHaveLength(1);

    // The next time nothing is new.
    const again = (await send(file)).body.data;
    expect(again.counts).toEqual({ create: 0, duplicate: 6, error: 2 });
    expectFailure(await commit(again._id), 400, 'VALIDATION');
    const undone = await undo(data._id);
    expect(undone.body.data).toMatchObject({ deleted: 6, kept: [] });
    expect(results((await send(file)).body.data.rows).filter((row) => row.endsWith('create'))).toHaveLength(
      6,
    );
  },
);

transfer(
  'creates nothing where something has changed since the files were read',
  async ({ send, commit, ask, make }) => {
    const closed = (await send(dump('2', '1997-01-10T00:00:00Z'))).body.data;
    await ask('POST', '/closings', { through: '1997-01-31', kinds: ['bills'] });
    const refused = await commit(closed._id);
    expectFailure(refused, 400, 'VALIDATION');
    expect(refused.body.message).toContain('1997-01-31');
    expect(await ask('GET', '/users?search=Moved 2')).toHaveLength(0);
    expect(await ask('GET', '/payees?search=Payee 2')).toHaveLength(0);

    const added = (await send(dump('3'))).body.data;
    await make('payees', { name: 'PAYEE 3' });
    expectFailure(await commit(added._id), 400, 'VALIDATION');
    expect((await send(dump('3'))).body.data.counts).toMatchObject({ duplicate: 1 });
  },
);

transfer('is an Administrator’s, of files of Manager-2.0 alone', async ({ send, supervisor }) => {
  expectFailure(await send(dump('4'), 'dump.zip', supervisor), 403, 'FORBIDDEN');
  const code = async (...sent: Parameters<typeof send>) => (await send(...sent)).body.error?.issues?.[0].code;
  expect(await code('date,value\n2024-01-01,1\n', 'rows.csv')).toBe('no_dump');
  expect(
    await code(
      zip([
        { name: 'a/bills.json', content: '' },
        { name: 'b/bills.json', content: '' },
      ]),
    ),
  ).toBe('no_dump');
  expect(await code('{"_id":', 'bills.json')).toBe('file_damaged');
  expect(await code(lines(...Array.from({ length: 10_001 }, () => ({}))), 'bills.json')).toBe(
    'too_many_rows',
  );
  const bomb = gzipSync(Buffer.alloc(101 * 1024 * 1024, 32));
  expect(await code(new Uint8Array(bomb), 'bills.json.gz')).toBe('file_damaged');
});
