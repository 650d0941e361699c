import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { knownMigrations } from '@daybook/domain/server';
import { send } from '../client.ts';
import { checkRecords, ms, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import { NotRun, type Rig, type RigContext } from '../rig.ts';
import { startOn, startServer, temporaryFolder } from '../server.ts';

const summary = (answers: readonly Answered[]) => {
  const failed = answers.filter(({ status }) => status !== 200);
  const names = failed.map(({ operation, status, body }) => `${operation}: ${status} ${body}`);
  return [`${answers.length - failed.length} of ${answers.length} answered 200`, ...names].join('; ');
};
const areAll = (answers: readonly Answered[]) =>
  answers.length === 25 && answers.every(({ status }) => status === 200);

/** The code before so many migrations serves; this version starts beside it and migrates. */
async function upgradeFrom(context: RigContext, previous: Previous): Promise<void> {
  const cluster = await context.cluster();
  const database = cluster.url(await cluster.database());
  const old = await startServer(context, { DATABASE_URL: database }, previous.program);
  await old.ready();
  const token = await old.logIn();
  const at = `of ${previous.name}`;

  const before = await callOperations(old.url, token);
  context.check(`the operations ${at} on its own schema`, summary(before), areAll(before));

  const load = startLoad(context, old.url, { token });
  await wait(1000);
  const began = performance.now();
  const { server, token: newToken } = await startOn(context, database);
  const took = performance.now() - began;
  await wait(1000);
  await load.stop();
  const others = load.samples.filter(({ status }) => status !== 200 && status !== 503);
  context.check(
    `requests ${at} while this version starts and migrates: 200, or 503 where a lock is waited for`,
    `${statuses(load.samples)}; ready after ${ms(took)}`,
    others.length === 0 && load.acknowledged.length > 0,
  );
  await checkRecords(context, database, load.acknowledged);

  const ready = await send(old.url, { path: '/readyz' });
  context.check(
    `/readyz ${at} says that the schema is newer`,
    `${ready.status} ${ready.body}`,
    ready.status === 503 && ready.body.includes('NEWER_SCHEMA'),
  );
  const after = await callOperations(old.url, token);
  context.check(`the operations ${at} on the new schema`, summary(after), areAll(after));
  const current = await callOperations(server.url, newToken);
  context.check('the operations of this version beside it', summary(current), areAll(current));
  // A session of either is one of the other.
  const [theirs, ours] = await Promise.all([
    callOperations(old.url, newToken),
    callOperations(server.url, token),
  ]);
  context.check(
    'both at once, each with the token of the other',
    summary([...theirs, ...ours]),
    areAll(theirs) && areAll(ours),
  );

  const again = await startServer(context, { DATABASE_URL: database }, previous.program);
  const refusal = await again.ready().then(
    () => 'it has started',
    () => again.messages().at(-1) ?? '',
  );
  context.check(
    `a new start ${at} is refused`,
    refusal,
    refusal.includes('migrated by a newer version') && again.ended() === 1,
  );
  for (const each of [old, server]) await each.end('SIGKILL');
}

export const upgrade: Rig = {
  title: 'the code before each of the two newest migrations serves on while this version migrates',
  quick: true,
  async run(context) {
    const folder = join(temporaryFolder(context), 'daybook');
    for (const count of [1, 2]) await upgradeFrom(context, await previousVersion(folder, count));
  },
};

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** The service as it was before some of the migrations. */
interface Previous {
  /** Its commit, and the newest migration that it knows. */
  readonly name: string;
  /** Its main module. */
  readonly program: string;
}

// Not synchronously: other rigs run in this process at the same time.
const execute = promisify(execFile);
const git = async (...args: string[]) => (await execute('git', ['-C', root, ...args])).stdout.trim();

/** The commit before this migration was added: HEAD where it is not committed yet. */
async function commitBefore(migration: string): Promise<string> {
  try {
    const path = `packages/domain/migrations/${migration}.sql`;
    const added = await git('log', '--diff-filter=A', '--format=%H', '-1', '--', path);
    return await git('rev-parse', added === '' ? 'HEAD' : `${added}^`);
  } catch {
    throw new NotRun(`the history of the repository does not go back to before ${migration}`);
  }
}

/**
 * The code before the newest migrations, with the packages that its lockfile lists.
 * @param folder where it is put; may hold another version, which keeps most of the packages and compiled modules
 * @param count of migrations that it does not know
 * @throws NotRun
 */
async function previousVersion(folder: string, count: number): Promise<Previous> {
  const [before, migration] = knownMigrations().slice(-count - 1);
  if (!before || !migration) throw new NotRun(`there are no ${count + 1} migrations`);
  const commit = await commitBefore(migration.tag);
  if (!existsSync(folder)) await git('clone', '--quiet', '--shared', '--no-checkout', root, folder);
  await execute('git', ['-C', folder, 'checkout', '--quiet', '--detach', commit]);
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'];
  try {
    const pnpm = join(root, 'node_modules/.bin/pnpm');
    const filter = ['--filter', '@daybook/server...', '--config.confirm-modules-purge=false'];
    await execute(pnpm, [...filter, ...install], { cwd: folder, timeout: 300_000 });
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
    throw new NotRun(`its packages could not be installed: ${`${stdout}${stderr}`.slice(-500)}`);
  }
  return {
    name: `${commit.slice(0, 7)} (${before.tag})`,
    program: join(folder, 'apps/server/src/main.ts'),
  };
}

/** How one operation was answered. */
interface Answered {
  readonly operation: string;
  readonly status: number;
  readonly body: string;
}

let accounts = 0;

/**
 * Calls each of the 25 operations of docs/interface.md, each with what the one before it made.
 * @param token an Administrator's
 * @returns one answer for each, in order; all are 200 where all is well
 */
async function callOperations(url: string, token: string): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  accounts += 1;
  const username = `upgrade${process.pid}x${accounts}`;
  const first = 'correct horse battery';
  const second = 'another correct horse';

  async function call(
    method: string,
    path: string,
    body?: unknown,
    as = token,
    operation = `${method} ${path}`,
  ) {
    const reply = await send(url, { method, path, body, token: as });
    answers.push({ operation, status: reply.status, body: reply.body.slice(0, 200) });
    const { data } = reply.status === 200 ? JSON.parse(reply.body) : { data: {} };
    return (data ?? {}) as { readonly _id?: string; readonly accessToken?: string };
  }
  const at = (collection: string, { _id }: { readonly _id?: string }) => `/${collection}/${_id}`;
  const one = (method: string, collection: string, record: { readonly _id?: string }, body?: unknown) =>
    call(method, at(collection, record), body, token, `${method} /${collection}/{id}`);

  const name = { firstName: 'Up', lastName: 'Grade' };
  const user = await call('POST', '/users', { ...name, username, password: first });
  await call('GET', '/users?search=Grade', undefined, token, 'GET /users');
  await one('GET', 'users', user);
  await one('PUT', 'users', user, { firstName: 'Upper' });
  await call('PATCH', `${at('users', user)}/status`, { active: 'true' }, token, 'PATCH /users/{id}/status');
  await call(
    'PATCH',
    `${at('users', user)}/role`,
    { role: 'Administrator' },
    token,
    'PATCH /users/{id}/role',
  );
  const { accessToken } = await call('POST', '/auth', { username, password: first });
  await call('PATCH', '/users/preferences', { active: 'false' }, accessToken);
  await call('PATCH', '/users/password', { current: first, new: second }, accessToken);

  const hours = { startingTime: '9:00', finishingTime: '17:00' };
  const worked = { date: '2024-1-8', ...hours, payment: '80', extraNotes: '', worker: user._id };
  const log = await call('POST', '/logs', { ...worked, isAbsent: false });
  await call('GET', '/logs');
  await one('PUT', 'logs', log, { payment: 90 });
  await one('DELETE', 'logs', log);

  const details = { email: '', phoneNumber: '+441234567890', extraNotes: 'upgraded' };
  const payee = await call('POST', '/payees', { name: username, ...details });
  await one('GET', 'payees', payee);
  const value = { value: '12.50', description: username };
  const due = { serial: username, dueDate: '2024-2-1', payee: payee._id };
  const cheque = await call('POST', '/cheques', { ...due, ...value });
  await one('GET', 'cheques', cheque);
  await one('PUT', 'cheques', cheque, { isCancelled: true, payee: payee._id });
  const other = await send(url, {
    method: 'POST',
    path: '/payees',
    token,
    body: { name: `${username} gone` },
  });
  await one('DELETE', 'payees', JSON.parse(other.body).data ?? {});

  const bill = await call('POST', '/bills', { date: '2024-1-8', ...value, extraNotes: '' });
  await call('GET', '/bills');
  await one('GET', 'bills', bill);
  await one('PUT', 'bills', bill, { extraNotes: 'paid' });
  await one('DELETE', 'bills', bill);
  await one('DELETE', 'users', user);
  return answers;
}
