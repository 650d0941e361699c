import { expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { type Person, password } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

interface Row {
  readonly row: number;
  readonly result: string;
  readonly values: Record<string, string>;
  readonly issues?: { readonly path: string[]; readonly code: string }[];
  readonly record?: string;
  readonly duplicateOf?: number;
}

// docs/rules.md, section 6. What becomes of the cells of a file stands in the domain's tests.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'read',
    { scope: 'file' },
    ({ service, admin }) =>
      (query: string, lines: readonly string[], { token }: Pick<Person, 'token'> = admin) =>
        service.call('POST', `/imports?${query}`, {
          token,
          body: lines.join('\r\n'),
          headers: { 'content-type': 'text/csv' },
        }),
  )
  .extend(
    'commit',
    { scope: 'file' },
    ({ service, admin }) =>
      (id: string, body: object = {}, { token }: Pick<Person, 'token'> = admin) =>
        service.call('POST', `/imports/${id}/commit`, { token, body }),
  )
  .extend(
    'undo',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (id: string) =>
        service.call('DELETE', `/imports/${id}`, { token }),
  );

const results = (rows: readonly Row[]) => rows.map(({ row, result }) => `${row} ${result}`);
const codes = (rows: readonly Row[]) =>
  rows.flatMap(({ row, issues = [] }) => issues.map(({ path, code }) => `${row} ${path.join('.')} ${code}`));

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

it('finds workers, payees and accounts by their names, and never creates a worker', async ({
  read,
  make,
  commit,
  ask,
}) => {
  const { _id: worker, fullName, username } = await make('users', { lastName: 'Named' });
  const { data } = (
    await read('kind=logs', [
      'Worker,Date,Start,Finish,Absent',
      `${fullName.toUpperCase()},2024-03-01,8:00,16:00,`,
      `${username},2024-03-02,,,yes`,
      'Nobody Known,2024-03-03,8:00,16:00,no',
      `${fullName},2024-03-04,,16:00,`,
    ])
  ).body;
  expect(codes(data.rows)).toEqual(['4 worker unknown_name', '5 startingTime time_required']);
  expect((await commit(data._id)).status).toBe(200);
  const logs = await ask('GET', `/logs?worker=${worker}&sort=date`);
  expect(logs.map(({ date, isAbsent }: { date: string; isAbsent: boolean }) => [date, isAbsent])).toEqual([
    ['2024-03-01', false],
    ['2024-03-02', true],
  ]);
  const unknown = (await read('kind=cheques', ['Serial,Due date,Amount,Payee', '1,2024-03-01,10,Not There']))
    .body.data;
  expect(codes(unknown.rows)).toEqual(['2 payee unknown_name']);
  expect(unknown.newPayees).toEqual(['Not There']);
});

it('reads marks of presence in a grid of days as each worker’s usual times', async ({
  read,
  make,
  commit,
  ask,
}) => {
  const known = await make('users', { lastName: 'Marked' });
  const added = await make('users', { lastName: 'Marked Newly' });
  const worked = { worker: known._id, isAbsent: false, payment: '0' };
  await make('logs', { ...worked, date: '2003-01-04', startingTime: '09:00', finishingTime: '17:00' });
  await make('logs', {
    ...worked,
    date: '2003-01-05',
    startingTime: '22:00',
    finishingTime: '06:00',
    breakMinutes: 45,
  });
  await make('logs', { worker: known._id, date: '2003-01-06', isAbsent: true, payment: '0' });
  const lines = [
    'Worker,1,2,3,4,5',
    `${known.fullName},x,A,-,8-12,`,
    `${added.fullName},,,,,x`,
    'Nobody Known,x,,,,',
  ];
  const query = `kind=logs&name=${encodeURIComponent('شباط 2003.csv')}`;
  const asked = (await read(query, lines)).body.data;
  expect([asked.layout, asked.month, asked.ambiguous]).toEqual(['days', '2003-02', ['times']]);
  expect(codes(asked.rows).filter((code) => code.endsWith('time_required'))).toHaveLength(6);
  const { data } = (await read(`${query}&times=usual`, lines)).body;
  expect(codes(data.rows)).toEqual(['5 worker unknown_name']);
  expect((await commit(data._id)).body.data.counts.created).toBe(4);
  const logs = await ask('GET', `/logs?worker=${known._id},${added._id}&from=2003-02-01&sort=date`);
  expect(
    logs.map(({ date, startingTime, finishingTime, breakMinutes, isAbsent }: Record<string, unknown>) =>
      [date, startingTime, finishingTime, breakMinutes, isAbsent].join(' '),
    ),
  ).toEqual([
    '2003-02-01 22:00 06:00 45 false',
    '2003-02-02   0 true',
    '2003-02-04 08:00 12:00 0 false',
    '2003-02-05 08:00 16:00 0 false',
  ]);
});

it('makes accounts of role User, and answers their passwords', async ({
  read,
  commit,
  service,
  ask,
  supervisor,
}) => {
  const { data } = (
    await read('kind=users', ['Name,E-mail', 'Imported Person,', 'Élodie Façade,elodie@example.org'])
  ).body;
  expect(codes(data.rows)).toEqual([]);
  const first = (await commit(data._id)).body.data;
  expect(first.passwords.map(({ username }: { username: string }) => username)).toEqual([
    'imported.person',
    'elodie.facade',
  ]);
  expect((await commit(data._id)).body.data).toEqual(first);
  const [{ username, password: told }] = first.passwords;
  expect(told).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
  await service.logIn(username, told);
  await expect(service.logIn(username, password)).rejects.toThrow('401');
  expect(await ask('GET', '/users?search=Imported')).toMatchObject([
    { accessLevel: 'User', fullName: 'Imported Person' },
  ]);
  const again = (await read('kind=users', ['Name', 'Imported Person'])).body.data;
  expect(results(again.rows)).toEqual(['2 duplicate']);
  expectFailure(await read('kind=users', ['Name', 'A B'], supervisor), 403, 'FORBIDDEN');
  expectFailure(await read('kind=rates', ['Worker', 'A B'], supervisor), 403, 'FORBIDDEN');
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

it('reads the next file with the same headings as the last one was read', async ({ read, commit }) => {
  const lines = ['Wann,Was,Betrag', '3/4/2024,Kaffee,"1.500"'];
  const guessed = (await read('kind=bills', lines)).body.data;
  expect(guessed.missing).toEqual(
    ['date', 'value'].filter(
      (field) => !guessed.columns.some((one: { field: string }) => one.field === field),
    ),
  );
  const chosen = (
    await read('kind=bills&columns=date,description,value&dates=dmy', [
      'Wann,Was,Betrag',
      '3/4/2024,Kaffee,2',
    ])
  ).body.data;
  expect(chosen.rows[0].values).toEqual({ date: '2024-04-03', description: 'Kaffee', value: '2' });
  expect((await commit(chosen._id)).status).toBe(200);
  const next = (await read('kind=bills', ['Wann,Was,Betrag', '5/6/2024,Tee,3'])).body.data;
  expect(next.rows[0]).toMatchObject({ result: 'create', values: { date: '2024-06-05', value: '3' } });
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

it('keeps no values of a file once it is committed, and takes texts that PostgreSQL cannot store as faults', async ({
  read,
  commit,
  ask,
}) => {
  const { data } = (await read('kind=payees', ['Name,Phone', 'Sampled Payee,+15551234567'])).body;
  expect(data.columns[0].samples).toEqual(['Sampled Payee']);
  await commit(data._id);
  expect((await ask('GET', `/imports/${data._id}`)).columns).toEqual([
    { heading: 'Name', field: 'name', samples: [] },
    { heading: 'Phone', field: 'phoneNumber', samples: [] },
  ]);
  for (const text of ['a\\u0000b', 'a\\ud800b']) {
    const json = `[{"${text}":"${text}","serial":"1","dueDate":"2024-03-01","value":"1","payee":"${text}"}]`;
    const { status, body } = await read('kind=cheques&newPayees=true', [json]);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(codes(body.data.rows)).toEqual(['1 payee unstorable_characters']);
  }
});

it('knows nobody who is erased', async ({ read, commit, ask, service }) => {
  const file = ['First name,Last name,Username', 'Zenobia,Erased,zenobia'];
  const { _id } = (await read('kind=users', file)).body.data;
  await commit(_id);
  await read('kind=users', file);
  const [{ _id: user }] = await ask('GET', '/users?search=Zenobia');
  await ask('PUT', `/users/${user}`, { firstName: 'Zoe', username: 'zoe' });
  await ask('DELETE', `/users/${user}`);
  await ask('POST', `/users/${user}/erase`);
  expect(await service.sql`select from imports where imports::text ~* 'zenobia'`).toHaveLength(0);
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
