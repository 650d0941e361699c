// npm start, npm test and the rest: installs what the lockfile says if needed, then runs the task on the Node that
// the lockfile pins. Nothing but Node 20 and npm is assumed, so no dependency and no TypeScript here.
import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, pinnedNode, withHome } from './install.mjs';

if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Daybook needs Node 20 or later, and this is Node ${process.versions.node}.`);

const root = dirname(dirname(fileURLToPath(import.meta.url)));
// Where the caller stands: npm itself goes to the root, and tells.
const { npm_lifecycle_event: underNpm, INIT_CWD: callerOfNpm } = process.env;
const caller = (underNpm && callerOfNpm) || process.cwd();
process.chdir(root);

const leash = '--import ./scripts/leash.mjs';
const colors = process.stdout.isTTY ? '' : ' --colors=off';
// A small young generation: on a large machine Node would take 100 MB more, and be no faster.
const lean = JSON.parse(fs.readFileSync('scripts/server-flags.json', 'utf8')).join(' ');
// What Node gets for each step.
const commands = {
  lint: `node_modules/@biomejs/biome/bin/biome ci .${colors}`,
  types: 'node_modules/turbo/bin/turbo run typecheck --ui=stream --output-logs=errors-only',
  licences: 'scripts/licences.mjs',
  licensed: 'scripts/licences.mjs --check',
  web: 'node_modules/turbo/bin/turbo run build --filter=@daybook/web --ui=stream --output-logs=errors-only',
  tests: `${leash} node_modules/vitest/vitest.mjs run`,
  server: `${lean} ${leash} apps/server/src/main.ts`,
  watch: `--watch --watch-preserve-output ${leash} apps/server/src/main.ts`,
  demo: `${leash} apps/server/src/demo/main.ts`,
  admin: `${leash} apps/server/src/admin.ts`,
  backup: `${leash} apps/server/src/backup.ts`,
  restore: `${leash} apps/server/src/restore.ts`,
  bench: 'apps/bench/src/main.ts',
  faults: 'apps/bench/src/faults/main.ts',
  openapi: 'apps/server/src/openapi.ts',
  scan: 'apps/proof/src/scan.ts',
  proof: `${leash} node_modules/vitest/vitest.mjs run --root apps/proof --config proof.config.ts`,
};
// The steps of each task; further arguments go to the last. What has to be built for the server goes before it.
const tasks = {
  start: ['web', 'server'],
  dev: ['web', 'watch'],
  demo: ['web', 'demo'],
  admin: ['admin'],
  backup: ['backup'],
  restore: ['restore'],
  bench: ['bench'],
  faults: ['faults'],
  openapi: ['openapi'],
  proof: ['proof'],
  scan: ['web', 'scan'],
  licences: ['licences'],
  check: ['lint', 'licensed', 'types'],
  test: ['lint', 'licensed', 'types', 'web', 'tests'],
};

const [task, ...given] = process.argv.slice(2);
const steps = tasks[task] ?? fail(`Usage: node scripts/run.mjs ${Object.keys(tasks).join('|')} [arguments]`);
// These two are given a file.
const namesFile = task === 'backup' || task === 'restore';
const args = given.map((arg) => (namesFile && !arg.startsWith('-') ? resolve(caller, arg) : arg));
// These two go on after a failure, so that one run shows everything that is wrong.
const report = task === 'check' || task === 'test';

await ensureInstalled(root);
const node = pinnedNode(root) ?? fail('The pinned Node does not run on this machine. Use Node 24 or later.');
const env = {
  // Compiled code is kept between starts, which spares each a fifth of the loading.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compile'),
  TURBO_TELEMETRY_DISABLED: '1',
  ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
  ...withHome(root, process.env),
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
};

const failed = [];
for (const step of steps) {
  if (step === 'web' && !fs.existsSync('apps/web/dist')) console.log('Building the front-end …');
  const command = [...commands[step].split(' '), ...(step === steps.at(-1) ? args : [])];
  // What turbo tells of a build matters when the build fails.
  const { code, stopped } = await run(command, step === 'web');
  if (stopped || (code !== 0 && !report)) process.exit(code);
  if (code !== 0) failed.push(step);
}
if (failed.length > 0) fail(`\nFailed: ${failed.join(', ')}.`);
if (report) console.log(`\nAll well: ${steps.join(', ')}.`);

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
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  let last = Number.NEGATIVE_INFINITY;
  const forward = (signal) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    child.kill(signal);
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
