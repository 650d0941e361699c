import { expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { codes, importing as it, type Row, results } from '../support/imports.ts';
import type { Person } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 6. What becomes of the cells of a file stands in the domain's tests.
it('says of each row whether it is new, a duplicate, or at fault; writes nothing, then all of it, once', async ({
  read,
  commit,
  ask,
  make,
}) => {
  const there = await make('bills', { date: '2001-02-03', value: '7.50', description: 'tea' });
  const { status, body } = await read('kind=bills&name=old.csv', [
    'Date,Amount,Description,Colour',
    '2001-02-03,7.5,tea,red',
    '2001-02-04,8,coffee,',
    '2001-02-04,8.0,coffee,',
    '2001-02-30,9,never,',
    '2001-02-05,10,sugar,',
  ]);
  expect(status, JSON.stringify(body)).toBe(200);
  const { data } = body;
  expect(data).toMatchObject({
    kind: 'bills',
    name: 'old.csv',
    counts: { create: 2, duplicate: 2, error: 1 },
    batch: null,
  });
  expect(data.columns.map(({ field }: { field: string }) => field)).toEqual([
    'date',
    'value',
    'description',
    null,
  ]);
  expect(results(data.rows)).toEqual(['2 duplicate', '3 create', '4 duplicate', '5 error', '6 create']);
  expect(codes(data.rows)).toEqual(['5 date invalid_date']);
  expect(data.rows[0].record).toBe(there._id);
  expect(data.rows[2].duplicateOf).toBe(3);
  const ofDays = () => ask('GET', '/bills?from=2001-02-01&to=2001-02-28');
  expect(await ofDays()).toHaveLength(1);
  expect(await ask('GET', `/imports/${data._id}`)).toEqual(data);

  const answers = await atOnce(10, () => commit(data._id, { skip: [6], include: [4] }));
  expect(tally(answers)).toEqual({ 200: 10 });
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body.data)))).toHaveLength(1);
  expect(answers[0]?.body.data.counts).toEqual({ created: 2, payees: 0 });
  expect((await ofDays()).map(({ description }: { description: string }) => description)).toEqual([
    'coffee',
    'coffee',
    'tea',
  ]);
  const [entry] = await ask('GET', '/imports');
  expect(entry).toMatchObject({ _id: data._id, batch: answers[0]?.body.data.batch, name: 'old.csv' });
  expect((await ask('GET', `/imports/${data._id}`)).rows).toEqual([]);
});

it('answers the first rows at once, and all of them in pages', async ({ read, service, admin, commit }) => {
  const lines = Array.from({ length: 450 }, (_, n) => `1999-01-01,${n + 1},page`);
  const { data } = (await read('kind=bills', ['Date,Amount,Description', ...lines])).body;
  expect(data.counts).toEqual({ create: 450, duplicate: 0, error: 0 });
  expect(data.rows).toHaveLength(200);
  const rows: Row[] = [];
  const ofRows = (query: string, { token }: Pick<Person, 'token'> = admin) =>
    service.call('GET', `/imports/${data._id}/rows${query}`, { token });
  for (const [after, count] of [
    [0, 200],
    [200, 200],
    [400, 50],
    [450, 0],
  ]) {
    const page = (await ofRows(after ? `?after=${after}` : '')).body.data.rows;
    expect(page).toHaveLength(count ?? 0);
    rows.push(...page);
  }
  expect(rows.slice(0, 200)).toEqual(data.rows);
  expect(rows.map(({ row }) => row)).toEqual(lines.map((_, n) => n + 2));
  expectFailure(await ofRows('', await service.person('Supervisor')), 404, 'NOT_FOUND');
  expectFailure(await ofRows('?after=-1'), 400, 'VALIDATION');
  expect((await commit(data._id)).body.data.counts.created).toBe(450);
  expect((await ofRows('')).body.data).toEqual({ rows: [] });
});

it('deletes what it created and nobody has changed since', async ({
  read,
  commit,
  undo,
  ask,
  service,
  admin,
}) => {
  const { data } = (
    await read('kind=cheques&newPayees=true', [
      'Serial,Due date,Amount,Payee,Status,Status since',
      '9001,2024-03-01,10,Undone Ltd,,',
      '9002,2024-03-02,20,Undone Ltd,presented,2024-03-02',
      '9003,2024-03-03,30,Kept Ltd,bounced,2024-03-04',
      '9004,2024-03-04,40,Undone Ltd,cancelled,',
    ])
  ).body;
  expect(codes(data.rows)).toEqual([]);
  expect(data.newPayees).toEqual(['Undone Ltd', 'Kept Ltd']);
  expect((await commit(data._id)).body.data.counts).toEqual({ created: 4, payees: 2 });
  const listed = await ask('GET', '/cheques?serials=9001,9002,9003,9004&sort=dueDate');
  expect(listed.map(({ status }: { status: string }) => status)).toEqual([
    'issued',
    'presented',
    'bounced',
    'cancelled',
  ]);
  const changed = listed[2];
  await service.call('POST', `/cheques/${changed._id}/events`, {
    token: admin.token,
    body: { kind: 'present' },
  });

  const undone = await undo(data._id);
  expect(undone.body.data).toEqual({
    deleted: 4,
    kept: [
      { kind: 'cheques', _id: changed._id, title: '9003' },
      { kind: 'payees', _id: changed.payee, title: 'Kept Ltd' },
    ],
  });
  expect(await ask('GET', '/cheques?serials=9001,9002,9003,9004')).toHaveLength(1);
  expect(await ask('GET', '/payees?search=Undone')).toHaveLength(0);
  expectFailure(await undo(data._id), 409, 'UNDO_CONFLICT');
});

it('names the rows that something has happened to since the file was read', async ({
  read,
  commit,
  make,
  ask,
}) => {
  const { _id: worker, fullName } = await make('users', { lastName: 'Rated' });
  const lines = [
    'Worker,From,Paid by,Amount',
    `${fullName},2024-01-01,hour,40`,
    `${fullName},2024-02-01,Hour,45`,
  ];
  const { data } = (await read('kind=rates', lines)).body;
  const { _id } = (await read('kind=rates', lines)).body.data;
  await make('rates', { worker, from: '2024-02-01' });
  const refused = await commit(data._id);
  expect(expectFailure(refused, 400, 'VALIDATION')).toEqual(['rows.3']);
  expect(refused.body.error.issues[0].code).toBe('duplicate');
  // A duplicate that is included all the same meets the constraint of the database.
  const forced = await commit(_id, { include: [3] });
  expect(expectFailure(forced, 400, 'VALIDATION')).toEqual(['rows.3.from']);
  expect(await ask('GET', `/rates?worker=${worker}`)).toHaveLength(1);
  expect((await commit(data._id, { skip: [3] })).body.data.counts.created).toBe(1);
  const nothing = (await read('kind=rates', lines)).body.data;
  expectFailure(await commit(nothing._id), 400, 'VALIDATION');
});

it('is one’s own, and an Administrator’s', async ({ read, commit, service, supervisor }) => {
  const { data } = (await read('kind=payees', ['Name', 'Own Payee'], supervisor)).body;
  const other = await service.person('Supervisor');
  const get = ({ token }: Person) => service.call('GET', `/imports/${data._id}`, { token });
  expect((await get(supervisor)).status).toBe(200);
  expectFailure(await get(other), 404, 'NOT_FOUND');
  expectFailure(await commit(data._id, {}, other), 404, 'NOT_FOUND');
  expectFailure(await read('kind=payees', ['Name', 'x'], await service.person('User')), 403, 'FORBIDDEN');
  expect((await commit(data._id)).status).toBe(200);
});

it('is undone by whoever may import its kind, of a Supervisor for 30 days', async ({
  read,
  commit,
  make,
  ask,
  service,
}) => {
  const leaving = await service.person('Administrator');
  const { _id: worker, fullName } = await make('users', { lastName: 'Paid' });
  const made = async (query: string, ...lines: string[]) => {
    const { _id } = (await read(query, lines, leaving)).body.data;
    expect((await commit(_id, {}, leaving)).status).toBe(200);
    return _id;
  };
  const rates = await made('kind=rates', 'Worker,From,Paid by,Amount', `${fullName},2024-03-01,hour,40`);
  const users = await made('kind=users', 'Name,Username', 'Not Undone,not.undone');
  const paid = await made('kind=payEntries', 'Worker,Date,Kind,Amount', `${fullName},2024-03-02,advance,7`);
  const [bills, old] = [
    await made('kind=bills', 'Date,Amount', '2003-03-01,40'),
    await made('kind=bills', 'Date,Amount', '2003-03-02,40'),
  ];
  await ask('PATCH', `/users/${leaving.id}/role`, { role: 'Supervisor' });
  await ask('PATCH', `/users/${worker}/role`, { role: 'Supervisor' });
  await service.sql`update imports set created_at = now() - interval '31 days' where id = ${old}`;
  const token = await service.logIn(leaving.username);
  const undo = (id: string) => service.call('DELETE', `/imports/${id}`, { token });
  for (const id of [rates, users, paid, old]) expectFailure(await undo(id), 403, 'FORBIDDEN');
  expect((await undo(bills)).body.data).toEqual({ deleted: 1, kept: [] });
  expect(await ask('GET', `/rates?worker=${worker}`)).toHaveLength(1);
});

it('knows nobody who is erased', async ({ read, commit, ask, service, supervisor }) => {
  const file = ['First name,Last name,Username', 'Zenobia,Erased,zenobia'];
  const { _id } = (await read('kind=users', file)).body.data;
  await commit(_id);
  await read('kind=users', file);
  const ofOthers = async (kind: string, lines: readonly string[]) =>
    (await read(`kind=${kind}`, lines, supervisor)).body.data._id;
  const bills = await ofOthers('bills', ['Date,Amount', '2001-02-03,7.5']);
  await ofOthers('logs', ['Worker,Date,Start,Finish', 'Zenobia E.,2001-02-03,8:00,16:00']);
  const [{ _id: user }] = await ask('GET', '/users?search=Zenobia');
  await ask('PUT', `/users/${user}`, { firstName: 'Zoe', username: 'zoe' });
  await ask('DELETE', `/users/${user}`);
  await ask('POST', `/users/${user}/erase`);
  expect(await service.sql`select from imports where imports::text ~* 'zenobia'`).toHaveLength(0);
  expect((await commit(bills, {}, supervisor)).status).toBe(200);
});

it('keeps its connection while nothing is sent', async ({ service, admin: { token } }) => {
  const kept = new Promise((resolve) =>
    service.app.server.prependOnceListener('request', ({ socket }, response) =>
      response.once('prefinish', () => resolve(socket.timeout)),
    ),
  );
  await service.call('POST', '/imports?kind=bills', { token, body: 'date,value' });
  expect(await kept).toBe(60_000);
});

it('is the same by the typed client, with the file in a form', async ({ service, admin }) => {
  const client = service.client(admin.token);
  const form = new FormData();
  form.set('kind', 'payees');
  form.set('file', new File(['Name\nTyped Payee\n'], 'typed.csv', { type: 'text/csv' }));
  const read = await client.imports.create.mutate(form);
  expect(read).toMatchObject({ name: 'typed.csv', counts: { create: 1, duplicate: 0, error: 0 } });
  const { counts } = await client.imports.commit.mutate({ importID: read._id });
  expect(counts).toEqual({ created: 1, payees: 0 });
  expect(await client.imports.remove.mutate({ importID: read._id })).toEqual({ deleted: 1, kept: [] });
});
