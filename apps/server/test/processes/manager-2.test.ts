import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ObjectId, serialize } from 'bson';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type RunningService, workplace } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/service.ts';

// npm run import: a database of Manager-2.0 as it is found, with what its rules let in.
const place = workplace();
const dataDir = join(place.folder, 'data');
const sheet = join(place.folder, 'passwords');
const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const one of databases.splice(0)) await one.drop();
  rmSync(sheet, { force: true });
});
afterAll(() => place.clear());

const run = (args: readonly string[], settings: Readonly<Record<string, string>> = { DATA_DIR: dataDir }) =>
  place.command('import', ['manager-2', ...args], { TIME_ZONE: 'Asia/Jerusalem', ...settings }).done;

type Documents = readonly Readonly<Record<string, unknown>>[];
const ids = new Map<string, string>();
/** The identifier in MongoDB of what is called so here. */
const idOf = (name: string): string => {
  const id = ids.get(name) ?? new ObjectId().toHexString();
  ids.set(name, id);
  return id;
};
const named = (name: string) => ({ $oid: idOf(name) });
const at = (moment: string) => ({ $date: moment });

const users = [
  { _id: named('admin'), firstName: 'Admin', lastName: 'Alpha', username: 'admin', role: 'Administrator' },
  {
    _id: named('ada'),
    firstName: 'Ada',
    lastName: 'Lovelace',
    username: 'ada',
    active: false,
    password: '$2a$10$x',
  },
  { _id: named('ADA'), firstName: 'Ada', lastName: 'Other', username: 'ADA', accessLevel: 'User' },
  { _id: named('bob'), username: 'bob', accessLevel: 'Spectator', email: 'nowhere' },
];
const payees = [
  { _id: named('acme'), name: 'ACME', phoneNumber: '0599 123 456', remarks: 'Steel' },
  { _id: named('wide'), name: 'Wide Ltd', email: '', phoneNumber: null },
  { _id: named('long'), name: 'x'.repeat(101) },
];
const bills = [
  { _id: named('tea'), date: at('2023-12-07T22:00:00Z'), value: 12.299999999, description: 'Tea' },
  { _id: named('tea again'), date: at('2023-12-07T22:00:00Z'), value: 12.3, description: 'Tea' },
  {
    _id: named('odd'),
    date: at('2023-12-08T00:00:00Z'),
    value: { $numberDouble: '-7.12345' },
    extraNotes: null,
  },
  { _id: named('undated'), date: null, value: 1 },
];
const cheques = [
  { _id: named('first'), serial: 1001, dueDate: at('2023-07-07T21:00:00Z'), value: 20, payee: named('acme') },
  {
    _id: named('same'),
    serial: 1001,
    dueDate: '2023-12-8',
    value: 30,
    payee: named('wide'),
    isCanceled: true,
  },
  { _id: named('nobody'), serial: 1002, dueDate: '2023-12-8', value: 30, payee: null },
  { _id: named('gone'), serial: 1003, dueDate: '2023-12-8', value: 30, payee: named('deleted payee') },
  { _id: named('refused'), serial: 1004, dueDate: '2023-12-8', value: 30, payee: named('long') },
];
const logs = [
  {
    _id: named('day'),
    date: at('2023-12-07T22:00:00Z'),
    startingTime: '8:00',
    finishingTime: '4:30 pm',
    payment: 5.5,
    worker: named('ada'),
  },
  {
    _id: named('away'),
    date: at('2023-12-08T22:00:00Z'),
    isAbsence: true,
    startingTime: '',
    payment: null,
    worker: named('bob'),
  },
  {
    _id: named('timeless'),
    date: '2023-12-08',
    startingTime: '',
    finishingTime: '16:00',
    worker: named('bob'),
  },
  {
    _id: named('of ADA'),
    date: '2023-12-08',
    startingTime: '8:00',
    finishingTime: '16:00',
    worker: named('ADA'),
  },
];

/** As mongoexport writes it. */
function exported(name: string, collections: Readonly<Record<string, Documents>>): string {
  const folder = join(place.folder, name);
  mkdirSync(folder, { recursive: true });
  for (const [collection, documents] of Object.entries(collections))
    writeFileSync(join(folder, `${collection}.json`), documents.map((one) => JSON.stringify(one)).join('\n'));
  return folder;
}

const counted = (stdout: string) =>
  [...stdout.matchAll(/^ {2}(\w+) +(\d+) +(\d+) +(\d+)$/gm)].map(
    ([, kind, ...counts]) => `${kind} ${counts.join(' ')}`,
  );

/** Does something with the service, which takes the database for itself. */
async function serve<T>(use: (service: RunningService) => Promise<T>): Promise<T> {
  const service = await place.service(dataDir);
  return use(service).finally(() => service.stop());
}
const everything = async ({ list }: RunningService) => ({
  logs: await list('/logs'),
  cheques: await list('/cheques'),
  bills: await list('/bills'),
  payees: await list('/payees'),
});

test('what is there comes once, what is refused is named, and one undo takes it all back', async () => {
  const folder = exported('export', { users, payees, bills, cheques, logs });
  await serve(async () => {
    const meanwhile = await run([folder, '--dry-run']);
    expect(meanwhile).toMatchObject({ ended: 1, stdout: '' });
  });

  const dry = await run([folder, '--dry-run']);
  expect(dry).toMatchObject({ ended: 0, stderr: '' });
  expect(counted(dry.stdout)).toEqual([
    'users 2 1 1',
    'payees 2 0 1',
    'bills 3 0 1',
    'cheques 2 0 3',
    'logs 2 0 2',
  ]);
  const [, refused = ''] = /^Refused:\n(.*?)\n\n/ms.exec(dry.stdout) ?? [];
  expect(refused.split('\n').map((line) => line.trim())).toEqual([
    `users ${idOf('ADA')} username: is already taken, whatever the case of its letters`,
    `payees ${idOf('long')} name: must be at most 100 characters`,
    `bills ${idOf('undated')} date: is required and must be a calendar date such as 2023-12-08, from 1900 to 9999`,
    `cheques ${idOf('nobody')} payee: is required`,
    `cheques ${idOf('gone')} payee: ${idOf('deleted payee')} is not there`,
    `cheques ${idOf('refused')} payee: ${idOf('long')} is refused (name must be at most 100 characters)`,
    `logs ${idOf('timeless')} startingTime: must be a time of day as HH:MM unless isAbsent is true`,
    `logs ${idOf('of ADA')} worker: ${idOf('ADA')} is refused (username is already taken, whatever the case of its letters)`,
  ]);
  const [, changed = ''] = /^Otherwise here than there:\n(.*?)\n\n/ms.exec(dry.stdout) ?? [];
  expect(changed.split('\n').map((line) => line.trim().replace(/: [0-9a-f-]{36}$/, ''))).toEqual([
    `users ${idOf('admin')} role: Administrator there, User here: an Administrator changes it`,
    `users ${idOf('admin')} _id: is here already`,
    `users ${idOf('bob')} firstName: has no full name there: bob - here`,
    `users ${idOf('bob')} role: Spectator there, User here: an Administrator changes it`,
    `users ${idOf('bob')} email: left out: nowhere`,
    `payees ${idOf('acme')} phoneNumber: left out: 0599 123 456`,
    `bills ${idOf('odd')} value: rounded from -7.12345 to -7.1235`,
  ]);
  expect(await serve(everything)).toEqual({ logs: [], cheques: [], bills: [], payees: [] });

  const withoutSheet = await run([folder]);
  expect(withoutSheet).toMatchObject({ ended: 2, stderr: expect.stringContaining('--passwords FILE') });
  const done = await run([folder, '--passwords', sheet]);
  expect(done).toMatchObject({ ended: 0, stderr: '' });
  expect(counted(done.stdout)).toEqual(counted(dry.stdout));
  expect(statSync(sheet).mode & 0o777).toBe(0o600);
  const passwords = new Map(
    readFileSync(sheet, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
  expect([...passwords.keys()]).toEqual(['ada', 'bob']);
  for (const password of passwords.values()) expect(done.stdout).not.toContain(password);

  const there = await serve(async (service) => {
    const logIn = (username: string) =>
      service.call('POST', '/auth', { username, password: passwords.get(username) });
    expect([(await logIn('bob')).status, (await logIn('ada')).status]).toEqual([200, 401]);
    return everything(service);
  });
  expect(there.bills.map(({ date, value }) => `${date} ${value}`).toSorted()).toEqual([
    '2023-12-08 -7.1235',
    '2023-12-08 12.30',
    '2023-12-08 12.30',
  ]);
  expect(there.cheques).toMatchObject([
    { serial: '1001', dueDate: '2023-12-08', payeeName: 'Wide Ltd', status: 'cancelled' },
    { serial: '1001', dueDate: '2023-07-08', payeeName: 'ACME', status: 'issued' },
  ]);
  expect(there.logs).toMatchObject([
    { date: '2023-12-09', workerName: 'bob -', isAbsent: true, startingTime: null, payment: '0' },
    {
      date: '2023-12-08',
      workerName: 'Ada Lovelace',
      startingTime: '08:00',
      finishingTime: '16:30',
      payment: '5.50',
    },
  ]);
  expect(there.payees.map(({ extraNotes }) => extraNotes)).toEqual(['Steel\n0599 123 456', '']);

  const again = await run([folder]);
  expect(counted(again.stdout)).toEqual([
    'users 0 3 1',
    'payees 0 2 1',
    'bills 0 3 1',
    'cheques 0 2 3',
    'logs 0 2 2',
  ]);
  expect(again.stdout).toContain('There was nothing new.');
  // What has been deleted here does not come again, and what names it neither.
  await serve(async (service) => {
    const acme = there.payees.find(({ name }) => name === 'ACME');
    expect((await service.call('DELETE', `/payees/${acme?._id}`)).status).toBe(200);
  });
  exported('export', {
    bills: [...bills, { _id: named('new'), date: '2024-01-01', value: 3 }],
    cheques: [
      ...cheques,
      { _id: named('late'), serial: 1005, dueDate: '2024-1-1', value: 1, payee: named('acme') },
    ],
  });
  const more = await run([folder]);
  expect(counted(more.stdout)).toEqual([
    'users 0 3 1',
    'payees 0 2 1',
    'bills 1 3 1',
    'cheques 0 2 4',
    'logs 0 2 2',
  ]);
  expect(more.stdout).toContain(`cheques ${idOf('late')} payee: ${idOf('acme')} was deleted here`);

  await serve(async (service) => {
    const imports = await service.list('/imports');
    expect(imports).toMatchObject([
      { kind: 'manager-2', name: 'export', counts: { create: 1 } },
      { kind: 'manager-2', name: 'export', counts: { create: 11 } },
    ]);
    expect((await service.call('GET', `/imports/${imports[0]?._id}`)).body.data).toMatchObject({
      kind: 'manager-2',
    });
    // One by the journal, the other one as a whole.
    const { body } = await service.call('GET', '/journal?kind=bills&limit=1');
    expect((await service.call('POST', `/journal/${body.data[0]?._id}/undo`)).status).toBe(200);
    expect((await service.call('DELETE', `/imports/${imports[1]?._id}`)).status).toBe(200);
    expect(await everything(service)).toEqual({ logs: [], cheques: [], bills: [], payees: [] });
  });
  const anew = await run([folder, '--passwords', `${sheet}-anew`]);
  expect(counted(anew.stdout)).toEqual([
    'users 2 1 1',
    'payees 1 1 1',
    'bills 4 0 1',
    'cheques 1 0 5',
    'logs 2 0 2',
  ]);
});

test('a dump is read too, on PostgreSQL, in the name of an Administrator', async () => {
  const folder = join(place.folder, 'dump');
  mkdirSync(join(folder, 'manager'), { recursive: true });
  const payee = new ObjectId();
  const dump = (name: string, documents: Documents) =>
    writeFileSync(
      join(folder, 'manager', `${name}.bson`),
      Buffer.concat(documents.map((one) => serialize(one))),
    );
  dump('payees', [{ _id: payee, name: 'ACME' }]);
  dump('cheques', [
    { _id: new ObjectId(), serial: 7, dueDate: new Date('2023-12-07T22:00:00Z'), value: 1.1, payee },
  ]);
  const database = await createDatabase();
  databases.push(database);
  const settings = { DATABASE_URL: database.server, DATA_DIR: dataDir };
  const nobody = await run([folder], settings);
  expect(nobody).toMatchObject({ ended: 2, stderr: expect.stringContaining('There is no Administrator') });
  await place.command('admin', ['ada', '--new'], settings).done;
  const unknown = await run([folder, '--as', 'bob'], settings);
  expect(unknown).toMatchObject({ ended: 2, stderr: expect.stringContaining('named bob') });
  const zoned = await run([folder, '--as', 'Ada', '--time-zone', 'Asia/Jerusalem'], {
    ...settings,
    TIME_ZONE: 'UTC',
  });
  expect(zoned).toMatchObject({ ended: 0, stderr: '' });
  expect(await database.sql`select serial, due_date::text, value::text from cheques`).toEqual([
    { serial: '7', due_date: '2023-12-08', value: '1.10' },
  ]);
  expect(
    await database.sql`select count(distinct batch)::integer as batches from journal where kind in ('payees', 'cheques')`,
  ).toEqual([{ batches: 1 }]);
  await database.sql`update closings set through = '2024-01-31' where kind = 'bills'`;
  const [closed, open] = ['2024-1-31', '2024-2-1'].map((date) => ({ _id: named(date), date, value: 2 }));
  const partly = await run([exported('closed', { bills: [closed, open] as Documents })], settings);
  expect(partly).toMatchObject({ ended: 0, stderr: '' });
  expect(counted(partly.stdout)).toContain('bills 1 0 1');
  expect(partly.stdout).toMatch(new RegExp(`bills ${idOf('2024-1-31')} date: .*2024-01-31`));
  expect(await database.sql`select date::text from bills`).toEqual([{ date: '2024-02-01' }]);
  // More than a pipe takes at once.
  const undated = Array.from({ length: 2000 }, (_, n) => ({ _id: n, value: 1 }));
  const long = await run([exported('undated', { bills: undated }), '--dry-run'], settings);
  expect(long.stdout).toMatch(/\n {2}bills 1999 date: .*\n\nNothing was written\. .*\n$/);
  for (const args of [
    [],
    ['a', 'b'],
    [folder, '--time-zone', 'Mars'],
    [join(folder, 'none')],
    [place.folder],
  ])
    expect(await run(args, settings)).toMatchObject({ ended: 2, stdout: '' });
});
