import { expect } from 'vitest';
import { codes, importing as it, results } from '../support/imports.ts';
import { password } from '../support/service.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 6. What becomes of the cells of a file stands in the domain's tests.
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

it('reads whom a bill is owed to, until when, and when it was paid', async ({ read, make, commit, ask }) => {
  const { _id: account, name } = await make('bankAccounts', { name: 'Import account' });
  const { data } = (
    await read('kind=bills&newPayees=true', [
      'Date,Amount,Supplier,Due,Paid on,Bank account',
      `2004-03-01,12.50,Import Power,2004-03-31,2004-03-30,${name}`,
      '2004-03-02,7,Import Power,2004-04-01,,',
      '2004-03-03,1,,,,',
    ])
  ).body;
  expect(codes(data.rows)).toEqual([]);
  expect(data.newPayees).toEqual(['Import Power']);
  expect((await commit(data._id)).status).toBe(200);
  const payeeName = 'Import Power';
  expect(await ask('GET', '/bills?from=2004-03-01&to=2004-03-03&sort=date')).toMatchObject([
    { payeeName, dueDate: '2004-03-31', paidOn: '2004-03-30', account, status: 'paid' },
    { payeeName, dueDate: '2004-04-01', paidOn: null, account: null, status: 'due' },
    { payee: null, status: null },
  ]);
  await ask('DELETE', `/imports/${data._id}`);
  expect(await ask('GET', '/payees?search=Import+Power')).toEqual([]);
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
    'Worker,1,2,3,4,5,6',
    `${known.fullName},x,A,-,8-12,,x`,
    `${added.fullName},,,,,x,`,
    'Nobody Known,x,,,,,',
  ];
  const query = `kind=logs&name=${encodeURIComponent('شباط 2003.csv')}`;
  const asked = (await read(query, lines)).body.data;
  expect([asked.layout, asked.month, asked.ambiguous]).toEqual(['days', '2003-02', ['times']]);
  expect(codes(asked.rows).filter((code) => code.endsWith('time_required'))).toHaveLength(8);
  const { data } = (await read(`${query}&times=usual`, lines)).body;
  expect(codes(data.rows)).toEqual(['6 worker unknown_name']);
  expect((await commit(data._id)).body.data.counts.created).toBe(5);
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
    // More than 31 days after the last one.
    '2003-02-06 08:00 16:00 0 false',
  ]);
});

it('makes accounts of role User, and answers their log-in links', async ({
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
  expect(first.links.map(({ username }: { username: string }) => username)).toEqual([
    'imported.person',
    'elodie.facade',
  ]);
  expect((await commit(data._id)).body.data).toEqual(first);
  const [{ username, url }] = first.links;
  await expect(service.logIn(username, password)).rejects.toThrow('401');
  await expect(service.logIn(username, '')).rejects.toThrow('401');
  const body = { token: new URL(url).hash.slice(1), password };
  const opened = await service.call('POST', '/auth/log-in-link', { body });
  expect(opened.body.data).toEqual({ username });
  await service.logIn(username, password);
  expect(await ask('GET', '/users?search=Imported')).toMatchObject([
    { accessLevel: 'User', fullName: 'Imported Person' },
  ]);
  const again = (await read('kind=users', ['Name', 'Imported Person'])).body.data;
  expect(results(again.rows)).toEqual(['2 duplicate']);
  expectFailure(await read('kind=users', ['Name', 'A B'], supervisor), 403, 'FORBIDDEN');
  expectFailure(await read('kind=rates', ['Worker', 'A B'], supervisor), 403, 'FORBIDDEN');
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
