import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { logLines, workplace } from '../support/commands.ts';
import { makeDataDirectory } from '../support/data-directory.ts';

const place = workplace();
afterAll(() => place.clear());

/** Starts the service on a folder of its own, in which there is no account yet. */
async function start(name: string, settings: Record<string, string>) {
  const DATA_DIR = join(place.folder, name);
  if (!existsSync(DATA_DIR)) await makeDataDirectory(DATA_DIR);
  return place.command('main', [], { DATA_DIR, ...settings }).done;
}

test('a port in use: one line, and the first Administrator is reported all the same', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const { ended, stdout, stderr } = await start('taken', { PORT: String(port) });
  other.close();
  expect(ended).toBe(1);
  expect(logLines(stderr)).toMatchObject([
    { level: 60, msg: `Port ${port} is in use: stop the other program, or set PORT.` },
  ]);
  const created = {
    msg: expect.stringMatching(/^Created the first Administrator, admin; its password is in /),
  };
  expect(logLines(stdout)).toContainEqual(expect.objectContaining(created));
});

test.each([
  ['192.0.2.7', /^HOST 192\.0\.2\.7 is not an address of this machine: set it to .+$/],
  ['nowhere.invalid', /^HOST nowhere\.invalid does not resolve to an address: set it to .+$/],
])('HOST=%s', async (HOST, line) => {
  const { ended, stderr } = await start('nowhere', { HOST, PORT: '0' });
  expect(ended).toBe(1);
  expect(logLines(stderr)).toMatchObject([{ level: 60, msg: expect.stringMatching(line) }]);
});
