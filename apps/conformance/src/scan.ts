import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

// npm run scan [-- seconds]: sqlmap and wapiti, with an Administrator's token, against a service of its own on the
// embedded database, or on DATABASE_URL. Each has that many seconds; exits with 1 if either finds anything.
const root = fileURLToPath(new URL('../../..', import.meta.url));
const budget = Number(process.argv[2] ?? 480);
if (!(budget > 0)) {
  process.stderr.write('How many seconds for each? npm run scan -- 480\n');
  process.exit(2);
}
const work = mkdtempSync(join(tmpdir(), 'daybook-scan-'));
const administrator = { username: 'scanner', password: 'only for this scan' };
const print = (line: string) => process.stdout.write(`${line}\n`);

/** A service of its own; how many requests it has answered, and how many of them with a status of 500 or more. */
async function startService() {
  const env = {
    // biome-ignore lint/style/noProcessEnv: the service reads its own
    ...process.env,
    DATA_DIR: join(work, 'data'),
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'info',
    RATE_LIMIT: 'off',
    ADMIN_USERNAME: administrator.username,
    ADMIN_PASSWORD: administrator.password,
  };
  const child = spawn(process.execPath, ['apps/server/dist/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const counts = { answered: 0, failed: 0 };
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The service did not start.')));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const ready = /ready at (http:\S+)/.exec(line)?.[1];
      if (ready) resolve(ready);
      const status = /"statusCode":(\d+)/.exec(line)?.[1];
      if (status) counts.answered += 1;
      if (Number(status) >= 500) {
        counts.failed += 1;
        print(`failed  ${line}`);
      }
    });
  });
  return { child, url, counts };
}

/** What a command prints; it is ended after so many seconds. */
async function run(command: string, args: readonly string[], limit: number): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], timeout: limit * 1000 });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  await once(child, 'close');
  return output;
}

interface Target {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Every operation that reads an input, with values that it takes; `*` marks where sqlmap injects into a path. */
async function targets(url: string, token: string): Promise<readonly Target[]> {
  const create = async (path: string, body: object): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: { _id: string } }).data._id;
  };
  const person = {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@example.org',
    phoneNumber: '+15551234567',
  };
  const user = { ...person, username: 'ada', password: 'a long password' };
  const worker = await create('/users', user);
  const log = {
    date: '2024-01-02',
    startingTime: '08:00',
    finishingTime: '16:00',
    payment: '5',
    extraNotes: 'n',
  };
  const payee = { name: 'Mill', email: '', phoneNumber: '+15551234567', extraNotes: 'n' };
  const bill = { date: '2024-01-02', value: '-5', description: 'd', extraNotes: 'n' };
  const cheque = { serial: '7', dueDate: '2024-01-02', value: '5', description: 'd' };
  const [logID, payeeID, billID] = [
    await create('/logs', { ...log, worker }),
    await create('/payees', payee),
    await create('/bills', bill),
  ];
  const chequeID = await create('/cheques', { ...cheque, payee: payeeID });
  const dates = 'from=2024-01-01&to=2024-12-31&limit=5';
  const input = encodeURIComponent(JSON.stringify({ search: 'a', from: '2024-01-01', limit: 5 }));
  return [
    { method: 'GET', path: '/users?search=a&active=true&role=User&limit=5' },
    { method: 'POST', path: '/auth', body: { username: 'ada', password: 'wrong' } },
    { method: 'GET', path: `/cheques?${dates}&payee=${payeeID}&serial=7&isCancelled=false&search=d` },
    { method: 'GET', path: `/logs?${dates}&worker=${worker}&isAbsent=false` },
    { method: 'GET', path: `/bills?${dates}&search=d` },
    { method: 'GET', path: `/payees?search=m&limit=5` },
    { method: 'GET', path: `/journal?${dates}&record=${billID}&actor=${worker}&kind=bills&action=create` },
    { method: 'GET', path: `/users/${worker}*` },
    { method: 'GET', path: `/bills/${billID}*` },
    { method: 'PUT', path: `/users/${worker}`, body: person },
    { method: 'PATCH', path: `/users/${worker}/status`, body: { active: 'true' } },
    { method: 'PATCH', path: `/users/${worker}/role`, body: { role: 'User' } },
    { method: 'PATCH', path: '/users/preferences', body: { theme: 'dark', language: 'en', timeZone: 'UTC' } },
    { method: 'PUT', path: `/logs/${logID}`, body: { ...log, worker } },
    { method: 'PUT', path: `/cheques/${chequeID}`, body: { ...cheque, payee: payeeID } },
    { method: 'PUT', path: `/bills/${billID}`, body: bill },
    { method: 'PUT', path: `/payees/${payeeID}`, body: payee },
    { method: 'POST', path: '/bills', body: bill },
    { method: 'GET', path: `/trpc/bills.list?input=${input}*` },
    { method: 'DELETE', path: `/auth/sessions/${worker}*` },
  ];
}

const seconds = () => performance.now() / 1000;

/** Each target in turn; the ones that the time does not reach are named. */
async function sqlmap(url: string, token: string, all: readonly Target[], counts: Counts): Promise<boolean> {
  const end = seconds() + budget;
  let found = false;
  for (const { method, path, body } of all) {
    const left = Math.floor(end - seconds());
    const name = `sqlmap  ${method} ${path.split('?')[0]?.replace(/[\da-f-]{36}\*?/, '{id}')}`;
    if (left < 5) {
      print(`${name}: not reached`);
      continue;
    }
    const [since, before] = [seconds(), counts.answered];
    const output = await run(
      'sqlmap',
      [
        ...['-u', url + path, '--method', method, '--batch', '--disable-coloring', '--dbms', 'PostgreSQL'],
        ...['--headers', `Authorization: Bearer ${token}\nContent-Type: application/json`],
        ...(body ? ['--data', JSON.stringify(body)] : []),
        ...['--ignore-code', '401,404', '--level', '3', '--risk', '2', '--time-sec', '3', '--retries', '0'],
        ...['--skip-waf', '--flush-session', '--output-dir', join(work, 'sqlmap')],
      ],
      left,
    );
    const hit = /is vulnerable|identified the following injection/.exec(output);
    const whole = output.includes('all tested parameters do not appear to be injectable');
    const verdict = hit ? 'FOUND' : whole ? 'nothing' : 'nothing, cut off';
    print(`${name}: ${verdict} (${counts.answered - before} requests, ${Math.round(seconds() - since)} s)`);
    if (hit || (!whole && left > seconds() - since)) print(output.slice(-2000));
    found ||= hit !== null;
  }
  return found;
}

/** Modules that need no host outside. */
const modules = [
  ...['sql', 'blindsql', 'exec', 'file', 'xxe', 'crlf', 'redirect', 'xss', 'permanentxss', 'shellshock'],
  ...['htaccess', 'methods', 'backup', 'cookieflags', 'http_headers', 'csp', 'csrf'],
];

/** Daybook sends 0, which switches a faulty filter of old browsers off, as OWASP advises; wapiti asks for 1. */
const accepted = 'X-XSS-Protection is not set';

interface Finding {
  readonly method: string;
  readonly path: string;
  readonly info: string;
}

async function wapiti(url: string, token: string, all: readonly Target[], counts: Counts): Promise<boolean> {
  const report = join(work, 'wapiti.json');
  const read = all.filter(({ method }) => method === 'GET').map(({ path }) => url + path.replace('*', ''));
  const [since, before] = [seconds(), counts.answered];
  const output = await run(
    'wapiti',
    [
      ...['-u', `${url}/app/`, '-s', `${url}/docs/`, ...read.flatMap((address) => ['-s', address])],
      ...['--scope', 'domain', '-l', '2', '-H', `Authorization: Bearer ${token}`, '-m', modules.join()],
      ...['--flush-session', '--store-session', join(work, 'wapiti'), '-t', '10', '--max-scan-time', '60'],
      ...['--max-attack-time', String(Math.ceil(budget / modules.length)), '-f', 'json', '-o', report],
      ...['--no-bugreport', '-v', '1'],
    ],
    budget + 120,
  );
  const { vulnerabilities, anomalies } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    'vulnerabilities' | 'anomalies',
    Record<string, readonly Finding[]>
  >;
  const findings = Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, list]) =>
    list.flatMap(({ method, path, info }) =>
      info === accepted ? [] : [`wapiti  ${kind}: ${method} ${path}: ${info}`],
    ),
  );
  for (const module of output.match(/Launching module \w+/g) ?? [])
    print(`wapiti  ${module.split(' ')[2]}: run`);
  print(`wapiti  ${counts.answered - before} requests, ${Math.round(seconds() - since)} s`);
  for (const finding of findings.length > 0 ? findings : ['wapiti  nothing found']) print(finding);
  return findings.length > 0;
}

const { child, url, counts } = await startService();
type Counts = typeof counts;
try {
  const headers = { 'content-type': 'application/json' };
  const login = await fetch(`${url}/auth`, { method: 'POST', headers, body: JSON.stringify(administrator) });
  const { data } = (await login.json()) as { data: { accessToken: string } };
  const all = await targets(url, data.accessToken);
  const found = [
    await sqlmap(url, data.accessToken, all, counts),
    await wapiti(url, data.accessToken, all, counts),
  ];
  const alive = await fetch(`${url}/readyz`);
  print(`${counts.answered} requests, ${counts.failed} answered with 5xx; the service is ready: ${alive.ok}`);
  process.exitCode = found.includes(true) || counts.failed > 0 || !alive.ok ? 1 : 0;
} finally {
  if (child.removeAllListeners('exit').kill('SIGTERM')) await once(child, 'exit');
  rmSync(work, { recursive: true, force: true });
}
