import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { announce, notify } from '../../src/notices.ts';
import { type LogLine, logLines, workplace } from '../support/commands.ts';

const place = workplace();
afterAll(() => place.clear());

const settings = { DATA_DIR: join(place.folder, 'data'), PORT: '0' };
const keys = (line: LogLine | undefined) => Object.keys(line ?? {}).filter((key) => key !== 'version');

test('every line of a start and a stop is one of the log, and none has the first password', async () => {
  const { child, done } = place.command('main', [], settings);
  let stdout = '';
  const ready = Promise.withResolvers<void>();
  child.stdout?.on('data', (text) => {
    stdout += text;
    if (/ready at .*\n/.test(stdout)) ready.resolve();
  });
  await Promise.race([ready.promise, done]);
  const [, url] = /ready at (\S+)/.exec(stdout) ?? [];
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  const ended = await done;
  expect(ended).toMatchObject({ ended: 0, stderr: '' });
  const lines = logLines(ended.stdout);
  const line = (text: string) => lines.find(({ msg }) => msg.startsWith(text));
  expect(line('Daybook is ready at ')).toMatchObject({
    level: 30,
    url,
    database: `embedded database in ${settings.DATA_DIR}`,
  });
  expect(keys(line('Created the first Administrator'))).toEqual(
    keys(line('the service has started')).filter((key) => key !== 'migration'),
  );
  const [, password = ''] =
    /^password: (.+)$/m.exec(readFileSync(join(settings.DATA_DIR, 'initial-admin-password'), 'utf8')) ?? [];
  expect(password).toHaveLength(23);
  expect(ended.stdout).not.toContain(password);
});

test('LOG_LEVEL does not silence them', async () => {
  const { ended, stdout, stderr } = await place.command('main', [], {
    ...settings,
    ...{ LOG_LEVEL: 'silent', HOST: 'nowhere.invalid' },
  }).done;
  expect({ ended, stdout }).toEqual({ ended: 1, stdout: '' });
  expect(logLines(stderr)).toMatchObject([
    { level: 60, msg: expect.stringContaining('HOST nowhere.invalid') },
  ]);
});

const written = (stream: NodeJS.WriteStream, isTTY: boolean, write: () => void): string => {
  const before = stream.isTTY;
  const spy = vi.spyOn(stream, 'write').mockReturnValue(true);
  stream.isTTY = isTTY;
  try {
    write();
    return spy.mock.calls.map(([text]) => String(text)).join('');
  } finally {
    stream.isTTY = before;
    spy.mockRestore();
  }
};

test('on a terminal they are text', () => {
  const ready = { url: 'http://127.0.0.1:3000/x', database: 'PostgreSQL at db', workers: 2 };
  const text = written(process.stdout, true, () =>
    announce({ ...ready, metricsUrl: 'http://127.0.0.1:9464' }),
  );
  expect(text.split('\n')).toEqual([
    'Daybook is ready at http://127.0.0.1:3000/x',
    expect.stringContaining('front-end http://127.0.0.1:3000/x/app/'),
    '  PostgreSQL at db, 2 workers',
    '  metrics http://127.0.0.1:9464',
    '',
  ]);
  expect(written(process.stderr, true, () => notify('fatal', 'Port 1 is in use.'))).toBe(
    'Port 1 is in use.\n',
  );
});

test('an error is a field of its line, without SQL', () => {
  const err = Object.assign(new Error('Failed query: select top-s3cret'), { query: '', params: [] });
  const [line] = logLines(written(process.stderr, false, () => notify('fatal', 'ended', { err })));
  expect(line).toMatchObject({ level: 60, msg: 'ended', err: { message: 'database error' } });
  expect(JSON.stringify(line)).not.toContain('top-s3cret');
});
