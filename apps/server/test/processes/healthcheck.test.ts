import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root, workplace } from '../support/commands.ts';

const place = workplace();
afterAll(() => place.clear());

async function check(settings: Record<string, string>, ready: string) {
  const service = createServer(({ url }, answer) => answer.writeHead(url === ready ? 200 : 503).end());
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
