import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { parseEnv } from '../../src/env.ts';
import { ensureAdministrator } from '../../src/first-administrator.ts';
import { dataDirectory } from '../../src/secrets.ts';
import { workplace } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/service.ts';

// What an operator runs beside the service.
const place = workplace();
const dataDir = join(place.folder, 'data');
const passwordFile = join(dataDir, 'initial-admin-password');
let database: TestDatabase;

const run = (name: string, ...args: string[]) =>
  place.command(name, args, { DATA_DIR: dataDir, DATABASE_URL: database.server }).done;

/** As a start of the service does it, where nobody sees a terminal. */
async function begin(): Promise<string | undefined> {
  const { pools, close } = connectPools(database.server);
  return ensureAdministrator(pools.users, parseEnv({ DATA_DIR: dataDir }, '/'), false).finally(close);
}

beforeAll(async () => {
  database = await createDatabase();
  dataDirectory(dataDir);
});
afterAll(async () => {
  await database.drop();
  place.clear();
});

const account = async (username: string) => {
  const [row] =
    await database.sql`select access_level as role, active, password_hash as hash, session_epoch as epoch
    from users where username = ${username} and deleted_at is null`;
  return row;
};

test('admin resets an account, makes one with --new, and never takes one for the other', async () => {
  const typo = await run('admin', 'ada');
  expect(typo).toMatchObject({ ended: 2, stdout: '', stderr: expect.stringContaining('add --new') });
  const made = await run('admin', 'ada', '--new');
  expect(made).toMatchObject({ ended: 0, stderr: '' });
  await database.sql`update users set access_level = 'User', active = false where username = 'ada'`;
  const taken = await run('admin', 'ADA', '--new');
  expect(taken).toMatchObject({ ended: 2, stdout: '', stderr: expect.stringContaining('leave out --new') });
  const reset = await run('admin', 'Ada');
  expect(reset).toMatchObject({ ended: 0, stderr: '' });
  const { role, active, hash, epoch } = (await account('ada')) ?? {};
  expect({ role, active, epoch }).toEqual({ role: 'Administrator', active: true, epoch: 1 });
  const [, password = ''] = /the password is (\S{23})$/m.exec(reset.stdout) ?? [];
  expect(await verify(hash, password)).toBe(true);
  for (const args of [[], ['a', 'b'], ['--old', 'ada'], ['']])
    expect(await run('admin', ...args)).toMatchObject({
      ended: 2,
      stderr: expect.stringContaining('npm run admin -- ada'),
    });
});

test('admin ends the second factors of an account, with its recovery codes and sessions', async () => {
  await run('admin', 'grace', '--new');
  const [grace] = await database.sql`select id, session_epoch as epoch from users where username = 'grace'`;
  await database.sql`insert into factors (id, user_id, kind, name, secret, confirmed_at)
    values (gen_random_uuid(), ${grace?.id}, 'totp', 'Phone', 'sealed', now())`;
  await database.sql`insert into recovery_codes (user_id, hash) values (${grace?.id}, 'hash')`;
  expect(await run('admin', 'reset-factors', 'nobody')).toMatchObject({ ended: 2, stdout: '' });
  expect(await run('admin', 'reset-factors', 'Grace')).toMatchObject({ ended: 0, stderr: '' });
  const left =
    await database.sql`select deleted_at is null as live from factors where user_id = ${grace?.id}`;
  expect(left).toEqual([{ live: false }]);
  expect(await database.sql`select from recovery_codes where user_id = ${grace?.id}`).toHaveLength(0);
  expect((await account('grace'))?.epoch).toBe(grace?.epoch + 1);
  const told =
    await database.sql`select actor_id, after from journal where record_id = ${grace?.id} order by id desc limit 1`;
  expect(told).toEqual([{ actor_id: null, after: { factors_reset: '' } }]);
});

test('the file with the first password goes once the password has changed, and not before', async () => {
  await database.sql`update users set access_level = 'User'`;
  expect(await begin()).toContain(passwordFile);
  const text = readFileSync(passwordFile, 'utf8');
  expect(await begin()).toBeUndefined();
  await run('admin', 'ada');
  expect(readFileSync(passwordFile, 'utf8')).toBe(text);
  // As a change over the API does it.
  await database.sql`update users set password_changed_at = now() where username = 'admin'`;
  await begin();
  expect(existsSync(passwordFile)).toBe(false);
  writeFileSync(passwordFile, text);
  expect(await run('admin', 'admin')).toMatchObject({ ended: 0 });
  expect(existsSync(passwordFile)).toBe(false);
});

test('names that people chose do not move the cursor of a terminal', async () => {
  await run('admin', 'eve', '--new');
  await database.sql`update users set first_name = ${'\u001b[2J\u202eEve'}, deleted_at = now() where username = 'eve'`;
  await run('admin', 'eve', '--new');
  const { ended, stderr } = await run('erase', 'eve');
  expect(ended).toBe(2);
  expect(stderr).toContain('\\u{1b}[2J\\u{202e}Eve Administrator, deleted');
  expect(stderr).not.toMatch(/\p{Cf}/u);
});

test('export writes a new file alone', async () => {
  const path = join(place.folder, 'ada.json');
  expect(await run('export', 'ada', path)).toMatchObject({ ended: 0, stderr: '' });
  expect(JSON.parse(readFileSync(path, 'utf8')).tables.users).toHaveLength(1);
  const again = await run('export', 'ada', path);
  expect(again).toEqual({ ended: 2, stdout: '', stderr: `${path} is there already: name a new file.\n` });
  const nowhere = await run('export', 'ada', join(place.folder, 'none', 'ada.json'));
  expect(nowhere).toMatchObject({ ended: 2, stderr: expect.stringContaining('(ENOENT)') });
});
