// Brings node_modules in line with the lockfile, and does nothing when it is. See run.mjs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const hints = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|dns error|error sending request|network/i,
    'The package registry was not reached: is this machine offline, or behind a proxy (HTTPS_PROXY, or `npm config set proxy`)?',
  ],
  [/certificate|CERT_/i, 'The certificate of the registry or proxy is not trusted: see NODE_EXTRA_CA_CERTS.'],
  [/ENOSPC|No space left/i, 'The disk is full.'],
  [/EACCES|EPERM|EROFS|permission denied/i, 'Something could not be written: who owns this folder?'],
  [/OUTDATED_LOCKFILE/, 'pnpm-lock.yaml does not match a package.json: `npx pnpm install` updates it.'],
  [/^/, 'If node_modules is damaged, delete it and try again.'],
];

const windows = process.platform === 'win32';

/** Installs if the last complete install was of another lockfile, or none. Ends the process if that fails. */
export async function ensureInstalled(root) {
  const modules = join(root, 'node_modules');
  const stamp = join(modules, '.installed');
  // pnpm writes .modules.yaml last, and removes it first when another install begins.
  const done = () => fs.existsSync(join(modules, '.modules.yaml')) && read(stamp) === fingerprint(root);
  if (done()) return;
  try {
    fs.mkdirSync(modules, { recursive: true });
    const release = await lock(join(modules, '.installing'));
    // Another start may have done it while this one waited.
    if (!done()) await install(root, stamp);
    release();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

/** The Node that the lockfile pins; else the running one, if it is recent enough; else undefined. */
export function pinnedNode(root) {
  const pinned = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');
  if (spawnSync(pinned, ['--version']).status === 0) return pinned;
  return Number.parseInt(process.versions.node, 10) >= 24 ? process.execPath : undefined;
}

/**
 * pnpm, which is compared with the hash in scripts/pnpm/package-lock.json. That has those of Linux; elsewhere npx fetches the
 * same version.
 */
async function packageManager(root) {
  const source = join(root, 'scripts/pnpm');
  const { optionalDependencies } = JSON.parse(fs.readFileSync(join(source, 'package.json'), 'utf8'));
  const version = optionalDependencies[`@pnpm/exe.${process.platform}-${process.arch}`];
  if (!version) return ['npx', '--yes', `pnpm@${Object.values(optionalDependencies)[0]}`];
  const folder = join(root, 'node_modules/.package-manager');
  fs.cpSync(source, folder, { recursive: true });
  await run(root, ['npm', 'ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']);
  const programs = join(folder, 'node_modules/@pnpm');
  // The one for this processor and C library.
  return [join(programs, list(programs)[0], 'pnpm')];
}

async function install(root, stamp) {
  const wanted = fingerprint(root);
  console.log('Installing … (the first time about half a minute)');
  const began = Date.now();
  fs.rmSync(stamp, { force: true });
  // Tests keep modules with their imports as they were resolved, by the exports of before.
  fs.rmSync(join(root, 'node_modules/.vitest-cache'), { recursive: true, force: true });
  // Without a terminal pnpm would rather stop than replace a node_modules that something else made.
  const args = [
    'install',
    '--frozen-lockfile',
    '--config.confirm-modules-purge=false',
    '--config.fetch-retry-mintimeout=1000',
    '--config.fetch-retry-maxtimeout=5000',
  ];
  await run(root, [...(await packageManager(root)), ...args]);
  fs.writeFileSync(`${stamp}.new`, wanted);
  fs.renameSync(`${stamp}.new`, stamp);
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/** Runs a command of the install; says at once when the registry does not answer. @throws if it fails or is stopped */
async function run(root, [command, ...args]) {
  const child = spawn(command, args, {
    cwd: root,
    env: environment(root),
    detached: !windows,
    shell: windows,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let warned = false;
  const hear = (text) => {
    output += text;
    if (warned || !/will retry/i.test(output)) return;
    warned = true;
    console.log('The package registry does not answer; trying again … (offline, or behind a proxy?)');
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', hear);
  let stopped = false;
  const stop = (signal) => {
    stopped = true;
    if (windows) child.kill();
    else process.kill(-child.pid, signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  const code = await new Promise((resolve) => {
    child.once('error', (error) => resolve(String(error)));
    child.once('close', resolve);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop);
  if (stopped) throw new Error('Stopped while installing; the next start begins again.');
  if (code !== 0) throw new Error(`${output}\nThe install failed (${code}). ${hint(output)}`);
}

/** Changes with everything that decides what is installed. */
function fingerprint(root) {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
  const packages = ['apps', 'packages'].flatMap((dir) =>
    list(join(root, dir)).map((name) => `${dir}/${name}/package.json`),
  );
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.npmrc', 'package.json', ...packages]) {
    hash.update(`\n${file}\n`).update(read(join(root, file)) ?? '');
  }
  return hash.digest('hex');
}

/** What the installer sees: the caller's environment without what would make it install something else. */
function environment(root) {
  const env = withHome(root, process.env);
  // Production would leave out Node itself; npm's own prefixes would mislead the npm that fetches it.
  const misleading = /^(NODE_ENV|npm_config_(\w+_)?prefix|npm_config_(omit|production|global))$/i;
  for (const name of Object.keys(env)) if (misleading.test(name)) delete env[name];
  // npm and pnpm would wait ten seconds and then a minute before they report that the registry does not answer.
  env.npm_config_fetch_retry_mintimeout ??= '1000';
  env.npm_config_update_notifier = 'false';
  return env;
}

/** The environment; where home cannot be used (a system account, a read-only image), with one beside the packages. */
export function withHome(root, { ...env }) {
  const home = homedir();
  const own = join(root, 'node_modules/.home');
  const used = ['.npm', '.local/share/pnpm', '.local/state/pnpm', '.cache/pnpm', '.config'];
  if (used.every((dir) => writable(join(home, dir))) || !writable(own)) return env;
  fs.mkdirSync(own, { recursive: true });
  for (const name of ['.npmrc', '.config']) {
    fs.rmSync(join(own, name), { force: true });
    if (allowed(join(home, name), fs.constants.R_OK)) fs.symlinkSync(join(home, name), join(own, name));
  }
  for (const name of ['XDG_DATA_HOME', 'XDG_STATE_HOME', 'XDG_CACHE_HOME', 'npm_config_cache', 'PNPM_HOME'])
    delete env[name];
  return { ...env, HOME: own };
}

/**
 * One install at a time. The lock is a file that its owner touches every second; one that was not touched for
 * five was left by a process that is gone.
 */
async function lock(file) {
  for (let announced = false; ; await sleep(250)) {
    try {
      fs.closeSync(fs.openSync(file, 'wx'));
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const touched = fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (touched !== undefined && Date.now() - touched > 5000) fs.rmSync(file, { force: true });
    else if (!announced) console.log('Another start is installing; waiting for it …');
    announced = true;
  }
  const beat = setInterval(() => fs.utimes(file, new Date(), new Date(), () => {}), 1000);
  const release = () => {
    clearInterval(beat);
    fs.rmSync(file, { force: true });
  };
  process.once('exit', release);
  return release;
}

function hint(output) {
  return hints.find(([pattern]) => pattern.test(output))[1];
}

/** Whether a folder is there, or could be made, and written to. */
function writable(dir) {
  if (fs.existsSync(dir)) return allowed(dir, fs.constants.W_OK | fs.constants.X_OK);
  return dirname(dir) !== dir && writable(dirname(dir));
}

function allowed(file, mode) {
  try {
    fs.accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function list(dir) {
  return fs.existsSync(dir) ? fs.readdirSync(dir).sort() : [];
}
