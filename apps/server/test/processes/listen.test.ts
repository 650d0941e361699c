import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { logLines, makeDataDirectory, root, workplace } from '../support/commands.ts';

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

describe('the health check', () => {
  const place = workplace();
  afterAll(() => place.clear());

  async function check(settings: Record<string, string>, ready: string) {
    const service = http.createServer(({ url }, answer) => answer.writeHead(url === ready ? 200 : 503).end());
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const { port } = service.address() as { port: number };
    const { ended } = await place.command('healthcheck', [], {
      HOST: '0.0.0.0',
      PORT: String(port),
      ...settings,
    }).done;
    service.close();
    return ended;
  }

  test.each([
    [{}, '/readyz'],
    [{ BASE_PATH: 'daybook' }, '/daybook/readyz'],
    [{ BASE_PATH: '/daybook/' }, '/daybook/readyz'],
    [{ BASE_PATH: '/' }, '/readyz'],
    [{ HOST: '127.0.0.1' }, '/readyz'],
  ])('%j asks %s', async (settings, ready) => expect(await check(settings, ready)).toBe(0));

  test.each([
    ['a service that is not ready', {}, '/elsewhere'],
    ['a configuration with faults', { BASE_PATH: '/a?b' }, '/readyz'],
  ])('%s is not healthy', async (_, settings, ready) => expect(await check(settings, ready)).toBe(1));

  test('the image runs it', () =>
    expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(
      /HEALTHCHECK .*\n.*CMD \["node", "apps\/server\/dist\/healthcheck\.js"\]/,
    ));
});
