// npm start, npm test and the rest: installs what the lockfile lists, if needed, then runs the task on the Node that
// the lockfile pins. Nothing but Node 20 and npm is assumed, so no dependency and no TypeScript here.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { constants, getPriority } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, pinnedNode, withHome } from './install.mjs';

if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Daybook needs Node 20 or later, and this is Node ${process.versions.node}.`);

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Where the command was run: npm changes to the root, and keeps it in INIT_CWD.
const { npm_lifecycle_event: underNpm, INIT_CWD: callerOfNpm } = process.env;
const callerFolder = (underNpm && callerOfNpm) || process.cwd();
process.chdir(root);

const parentWatch = '--import ./scripts/parent-watch.mjs';
// If there is one. The environment takes precedence.
const settings = fs.existsSync('.env') ? '--env-file=.env ' : '';
const colors = process.stdout.isTTY ? '' : ' --colors=off';
// A small young generation: with 16 MB instead of 8 the service holds 57 MB more after load, and takes 3 % less CPU.
const serverFlags = JSON.parse(fs.readFileSync('scripts/server-flags.json', 'utf8')).join(' ');
const vitest = `${parentWatch} node_modules/vitest/vitest.mjs`;
const [task, ...given] = process.argv.slice(2);
/** Options of vitest; those of the caller take their place. */
const projects = (names) => (given.includes('--project') ? '' : names.replace(/\S+/g, '--project $&'));
/** The projects of vitest.config.ts that need no database. */
const units = 'domain facade client web units';
const typecheck = 'node_modules/turbo/bin/turbo run typecheck --ui=stream --output-logs=errors-only';
// What Node gets for each step.
const commands = {
  lint: `node_modules/@biomejs/biome/bin/biome ci .${colors}`,
  types: `${typecheck} --filter=!@daybook/bench --filter=!@daybook/faults`,
  allTypes: typecheck,
  licences: 'scripts/licences.mjs',
  changeset: 'node_modules/@changesets/cli/bin.js add',
  release: 'node_modules/@changesets/cli/bin.js version',
  pack: 'scripts/pack.mjs',
  checkLicences: 'scripts/licences.mjs --check',
  regexes: 'scripts/regexes.mjs',
  unused: 'node_modules/knip/bin/knip.js --no-progress',
  web: 'node_modules/turbo/bin/turbo run build --filter=@daybook/web --ui=stream --output-logs=errors-only',
  bundle: 'node_modules/rolldown/bin/cli.mjs -c apps/server/rolldown.config.mjs',
  unitTests: `${vitest} run ${projects(units)}`,
  tests: `${vitest} run ${projects(`${units} server journeys`)}`,
  browserTests: `${vitest} run ${projects('journeys browser')}`,
  processTests: `${vitest} run ${projects('processes')}`,
  packageTests: `${vitest} run ${projects('packages conformance generators')}`,
  ownTests: `${vitest} run ${projects(`${units} server journeys browser processes`)}`,
  watchTests: `${vitest} watch --changed ${projects(`${units} server`)}`,
  server: `${settings}${serverFlags} ${parentWatch} apps/server/dist/main.js`,
  dev: `${settings}${parentWatch} scripts/dev.mjs`,
  demo: `${parentWatch} apps/server/dist/demo.js`,
  admin: `${settings}${parentWatch} apps/server/dist/admin.js`,
  erase: `${settings}${parentWatch} apps/server/dist/erase.js`,
  export: `${settings}${parentWatch} apps/server/dist/export.js`,
  import: `${settings}${parentWatch} apps/server/dist/import.js`,
  backup: `${settings}${parentWatch} apps/server/dist/backup.js`,
  restore: `${settings}${parentWatch} apps/server/dist/restore.js`,
  move: `${settings}${parentWatch} apps/server/dist/move.js`,
  bench: 'apps/bench/src/main.ts',
  faults: 'apps/faults/src/main.ts',
  openapi: 'apps/server/src/openapi.ts',
  scan: 'apps/conformance/src/scan.ts',
  conformance: `${vitest} run ${projects('conformance')}`,
  generators: `${vitest} run ${projects('generators')}`,
};
// What is built if its sources have changed: where they are, and one file of the result.
const builds = {
  web: {
    sources: ['pnpm-lock.yaml', 'tsconfig.base.json', 'apps/web', 'packages'],
    result: 'apps/web/dist/index.html',
  },
  bundle: { sources: ['pnpm-lock.yaml', 'apps/server', 'packages'], result: 'apps/server/dist/main.js' },
};
// The steps of each task; further arguments go to the last. What has to be built for the server goes before it.
const tasks = {
  build: ['web', 'bundle'],
  start: ['web', 'bundle', 'server'],
  dev: ['dev'],
  demo: ['web', 'bundle', 'demo'],
  admin: ['bundle', 'admin'],
  erase: ['bundle', 'erase'],
  export: ['bundle', 'export'],
  import: ['bundle', 'import'],
  backup: ['bundle', 'backup'],
  restore: ['bundle', 'restore'],
  move: ['bundle', 'move'],
  bench: ['bundle', 'bench'],
  faults: ['bundle', 'faults'],
  openapi: ['openapi'],
  conformance: ['web', 'conformance'],
  generators: ['generators'],
  scan: ['web', 'bundle', 'scan'],
  licences: ['licences'],
  changeset: ['changeset'],
  release: ['release'],
  pack: ['pack'],
  check: ['lint', 'checkLicences', 'regexes', 'unused', 'types'],
  verify: ['lint', 'types', 'unitTests'],
  test: ['lint', 'types', 'web', 'tests'],
  'test:browser': ['web', 'browserTests'],
  'test:processes': ['processTests'],
  'test:packages': ['checkLicences', 'regexes', 'unused', 'allTypes', 'packageTests'],
  'test:all': ['lint', 'checkLicences', 'regexes', 'unused', 'allTypes', 'web', 'ownTests', 'packageTests'],
  'test:watch': ['watchTests'],
};

const steps = tasks[task] ?? fail(`Usage: node scripts/run.mjs ${Object.keys(tasks).join('|')} [arguments]`);
// These take a file, the last two of them after a user or a system.
const firstFile = { backup: 0, restore: 0, export: 1, import: 1 }[task] ?? given.length;
const isFile = (arg, n) =>
  n >= firstFile && !arg.startsWith('-') && !/^--(as|time-zone)$/.test(given[n - 1] ?? '');
const args = given.map((arg, n) =>
  isFile(arg, n)
    ? resolve(callerFolder, arg)
    : arg.replace(/^(--passwords=)(.+)/, (_, option, file) => option + resolve(callerFolder, file)),
);
// These continue after a failure, so that one run shows everything that is wrong.
const continues = /^(check|verify|test(:\w+)?)$/.test(task) && task !== 'test:watch';
/** What `npm test` leaves out. */
const leftOut = [
  'the other screens and variants (npm run test:browser)',
  'processes and databases of their own (npm run test:processes)',
  'the published packages and other tools (npm run test:packages)',
  'nine tenths of the random tests (npm run test:all)',
];
/** Variables of some tasks; those of the caller take precedence. */
const variables = {
  test: { E2E: 'quick', TESTS_LEFT_OUT: leftOut.join(', ') },
  'test:browser': { E2E: 'full' },
  // What the tests send and receive is compared with the document afterwards.
  'test:all': { E2E: 'full', TEST_RANDOM: '1', EXCHANGES: join(root, 'node_modules/.cache/exchanges') },
}[task];
if (variables?.EXCHANGES) fs.rmSync(variables.EXCHANGES, { recursive: true, force: true });

await ensureInstalled(root);
const node = pinnedNode(root) ?? fail('The pinned Node does not run on this machine. Use Node 24 or later.');
const env = {
  // Compiled code is kept between starts, which spares each a fifth of the loading.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
  TURBO_TELEMETRY_DISABLED: '1',
  ...variables,
  ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
  ...withHome(root, process.env),
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
};

const failed = [];
for (const step of steps) {
  const { sources, result } = builds[step] ?? {};
  const stamp = `node_modules/.cache/built/${step}`;
  const changes = sources && fingerprint(sources);
  if (sources && fs.existsSync(result) && read(stamp) === changes) continue;
  if (step === 'web' && !fs.existsSync(result)) console.log('Building the front-end …');
  const command = [...commands[step].trim().split(' '), ...(step === steps.at(-1) ? args : [])];
  // The output of a build matters only when it fails.
  const { code, stopped } = await run(command, sources !== undefined);
  // What is stopped before its last step has not succeeded, also where this step has.
  if (stopped && step !== steps.at(-1)) process.exit(code || 130);
  if (stopped || (code !== 0 && !continues)) process.exit(code);
  if (code !== 0) failed.push(step);
  else if (sources) writeStamp(stamp, changes);
}
if (failed.length > 0) fail(`\nFailed: ${failed.join(', ')}.`);
// Tests close with a line of their own.
if (task === 'check') console.log(`\nAll passed: ${steps.join(', ')}.`);

/** Changes with every file of these folders: whatever changes one sets its ctime. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  const left = [...sources];
  for (const path of left) {
    const found = fs.lstatSync(path);
    if (!found.isDirectory()) hash.update(`${path} ${found.size} ${found.ctimeMs}\n`);
    else if (!/\/(node_modules|dist|e2e|test|\.turbo)$/.test(path))
      left.push(...fs.readdirSync(path).map((name) => `${path}/${name}`));
  }
  return hash.digest('hex');
}

/** Whoever may not write it builds again next time. */
function writeStamp(stamp, changes) {
  try {
    fs.mkdirSync(dirname(stamp), { recursive: true });
    fs.writeFileSync(stamp, changes);
  } catch {}
}

function read(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}

/**
 * Runs Node in a process group of its own: a terminal sends Ctrl-C to everybody in its group and npm passes it on
 * once more, and the server would take a second signal for "stop at once". So the signals come here and one goes on.
 */
function run(command, quiet) {
  const detached = process.platform !== 'win32';
  const child = spawn(node, command, {
    env,
    detached,
    stdio: ['inherit', quiet ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  // Linux shares the CPU among sessions: without this, `nice` would count within the new one alone.
  if (detached && fs.existsSync('/proc/self/autogroup'))
    try {
      fs.writeFileSync(`/proc/${child.pid}/autogroup`, String(getPriority()));
    } catch {}
  // What is started here passes no signal on to the program itself.
  const toGroup = detached && /\/(biome|turbo)$/.test(command[0]);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  let last = Number.NEGATIVE_INFINITY;
  const forward = (signal) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    try {
      process.kill(toGroup ? -child.pid : child.pid, signal);
    } catch {
      // It has just ended.
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward);
  // A shell between npm and this process dies of npm's signal without passing it on.
  const parent = process.ppid;
  const orphaned = setInterval(() => {
    if (!underNpm || process.ppid === parent) return;
    clearInterval(orphaned);
    forward('SIGTERM');
  }, 500);
  return new Promise((resolve) => {
    child.once('error', (error) => fail(String(error)));
    child.once('exit', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM']) process.off(name, forward);
      clearInterval(orphaned);
      if (code !== 0) process.stdout.write(output);
      resolve({ code: code ?? 128 + constants.signals[signal], stopped: last > 0 });
    });
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
