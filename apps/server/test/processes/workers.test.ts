import { spawnSync } from 'node:child_process';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restartDelay } from '../../src/workers/primary.ts';
import { administrator, logLines, workplace } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/service.ts';

describe('a worker that ended', () => {
  test('starts again at once, and later each time it ends soon', () => {
    const delays = [];
    for (let failures = 0, n = 0; n < 12; n++) {
      const next = restartDelay(failures, 1000);
      failures = next.failures;
      delays.push(next.delayMs);
    }
    expect(delays.slice(0, 4)).toEqual([100, 200, 400, 800]);
    expect(delays.at(-1)).toBe(30_000);
  });

  test('after a minute is no failure of the one before', () => {
    expect(restartDelay(7, 60_000)).toEqual({ delayMs: 100, failures: 1 });
  });
});

describe('WORKERS=2', () => {
  const place = workplace();
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase();
  });
  afterAll(async () => {
    place.clear();
    await database.drop();
  });

  const start = (settings: Record<string, string>) =>
    place.command('main', [], {
      ...{ DATA_DIR: place.folder, PORT: '0', LOG_LEVEL: 'error', WORKERS: '2' },
      ...{ ADMIN_USERNAME: administrator.username, ADMIN_PASSWORD: administrator.password },
      ...settings,
    });
  const workersOf = (pid = 0) =>
    spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .map(Number)
      .filter((worker) => worker > 0);
  /** Over a connection of its own. */
  const outcomeOf = (url: string) =>
    new Promise<number | undefined | 'cut'>((resolve) =>
      get(url, { agent: false }, (answer) => resolve(answer.statusCode)).on('error', () => resolve('cut')),
    );

  test('serves on one port, replaces one that is killed, and ends with exit code 0', async () => {
    const { server } = database;
    const { child, done } = start({ DATABASE_URL: server, METRICS_PORT: '0' });
    let [stdout, stderr] = ['', ''];
    child.stdout?.on('data', (text) => {
      stdout += text;
    });
    child.stderr?.on('data', (text) => {
      stderr += text;
    });
    await expect.poll(() => stdout).toMatch(/ready.*\n/);
    const told = logLines(stdout).filter(({ msg }) => msg.includes('Daybook is ready'));
    expect(told).toMatchObject([{ level: 30, workers: 2, msg: expect.stringMatching(/ 2 workers\)$/) }]);
    const { url, metrics } = told[0] as unknown as { url: string; metrics: string };
    const [victim = 0, other = 0] = workersOf(child.pid);
    expect(other).toBeGreaterThan(0);
    // One of these connections is given to it, and never confirmed.
    process.kill(victim, 'SIGSTOP');
    const outcomes = Array.from({ length: 3 }, () => outcomeOf(`${url}/healthz`));
    expect(
      await Promise.all(outcomes.map((outcome) => Promise.race([outcome, wait(1000, 'none')]))),
    ).toContain('none');
    process.kill(victim, 'SIGKILL');
    expect((await Promise.all(outcomes)).toSorted()).toEqual([200, 200, 'cut']);
    await expect.poll(() => stderr).toContain(`pid ${victim}, SIGKILL`);
    expect(logLines(stderr)).toMatchObject([{ level: 50, msg: expect.stringMatching(/^A worker ended/) }]);
    await expect.poll(() => workersOf(child.pid).length).toBe(2);
    expect(workersOf(child.pid)).toContain(other);
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/healthz`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // The sum of both, once the new one is ready: each has half of MAX_CONNECTIONS.
    const scrape = async () => (await fetch(metrics)).text();
    await expect.poll(scrape).toMatch(/^daybook_http_connections_limit 1000$/m);
    const scraped = await scrape();
    expect(scraped).toMatch(/^daybook_build_info\{version="[^"]+"\} 1$/m);
    child.kill('SIGTERM');
    expect((await done).ended).toBe(0);
    expect(workersOf(child.pid)).toEqual([]);
  });

  test('one that cannot start ends the start with its one line', async () => {
    const { server } = database;
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const { ended, stderr } = await start({ DATABASE_URL: server, PORT: String(port) }).done;
    taken.close();
    expect(ended).toBe(1);
    expect(logLines(stderr)).toMatchObject([
      { level: 60, msg: `Port ${port} is in use: stop the other program, or set PORT.` },
    ]);
  });

  test('without DATABASE_URL the start ends with one line that says why', async () => {
    const { ended, stderr } = await start({}).done;
    expect(ended).toBe(1);
    expect(logLines(stderr)).toMatchObject([
      { msg: expect.stringMatching(/^The configuration is invalid:\n {2}WORKERS "2" needs DATABASE_URL.*$/) },
    ]);
  });
});
