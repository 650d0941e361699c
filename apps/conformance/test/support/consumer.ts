import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

interface Outcome {
  readonly failed: boolean;
  readonly output: string;
}

/** A folder, and what a program that runs there finds in its environment. */
interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export const withEnv = (folder: string, env: Place['env']): Place => ({ folder, env });

/** Runs a program there to its end. */
export const attempt = (place: string | Place, command: string, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    const { folder, env } = typeof place === 'string' ? withEnv(place, {}) : place;
    // An npm around this one would make it work in its own folder.
    const inherited = Object.entries(process.env).filter(([name]) => name !== 'npm_config_local_prefix');
    const options = {
      cwd: folder,
      env: { ...Object.fromEntries(inherited), ...env },
      maxBuffer: 64 * 1024 * 1024,
    };
    execFile(command, args, options, (error, stdout, stderr) => {
      const failure = `${stdout}${stderr}` || String(error);
      resolve({ failed: error !== null, output: error ? failure : stdout });
    });
  });

/** The same. @throws with its output, if it fails */
export async function run(place: string | Place, command: string, ...args: string[]): Promise<string> {
  const { failed, output } = await attempt(place, command, ...args);
  if (failed) throw new Error(`${command} ${args.join(' ')}\n${output}`);
  return output;
}

/** The pnpm that the lockfile pins. */
export const pnpm = fileURLToPath(new URL('../../../../node_modules/.bin/pnpm', import.meta.url));
/** The same folders as npm makes, for a sixth of the CPU. */
const likeNpm = ['--config.node-linker=hoisted', '--config.dangerously-allow-all-builds=true'];
/** For projects whose subject is not how they are installed. */
export const quickInstaller = [pnpm, 'add', ...likeNpm] as const;

/** A folder with these packages of the registry, or without, and why. */
export async function installed(
  tools: Readonly<Record<string, string>>,
): Promise<{ readonly folder: string; readonly reason?: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-tools-'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: tools }));
  const { failed, output } = await attempt(folder, pnpm, 'install', ...likeNpm);
  return { folder, ...(failed && { reason: output.trim() }) };
}

/** Every version of TypeScript that the client is compiled with. */
export const compilers = { typescript59: '~5.9.0', typescript6: '~6.0.0', typescript7: '~7.0.0' } as const;

/** What the client is installed with: the versions of tRPC as in a manifest, and with whose command. */
interface Installation {
  readonly trpc: string;
  readonly installer?: readonly [command: string, ...args: string[]];
  /** What a project has beside the client. */
  readonly tools?: Readonly<Record<string, string>>;
}

/** An empty project somewhere else, in which the packed client was installed as its README says. Answers its folder. */
export async function consumer(
  tarball: string,
  { trpc, installer = ['npm', 'install'], tools = {} }: Installation,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-consumer-'));
  const manifest = { private: true, type: 'module', devDependencies: tools };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  const [command, ...args] = installer;
  const named = [`@daybook/client@file:${tarball}`, `@trpc/client@${trpc}`, `@trpc/server@${trpc}`];
  const quiet = command === 'npm' ? ['--no-audit', '--no-fund'] : [];
  await run(folder, command, ...args, ...quiet, ...named);
  return folder;
}

/** The tools that the sample is compiled and run with. */
export const sampleTools = {
  ...Object.fromEntries(Object.entries(compilers).map(([name, range]) => [name, `npm:typescript@${range}`])),
  node: '^22.0.0',
  // tRPC's own declarations name them, for those who have declarations checked.
  '@types/node': '^24.0.0',
};

/** Copies the sample there. */
export const copySample = (folder: string): Promise<void> =>
  cp(fileURLToPath(new URL('../sample', import.meta.url)), folder, { recursive: true });

/** Compiles the sample strictly. Answers what the compiler found wrong, a line each. */
export async function compile(folder: string, compiler: string, options: object): Promise<string[]> {
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, target: 'es2022', ...options };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const { failed, output } = await attempt(folder, process.execPath, `node_modules/${compiler}/bin/tsc`);
  const found = output.split('\n').filter((line) => line.includes('error TS'));
  if (failed && found.length === 0) throw new Error(output);
  return found;
}

/** The minified bundle for browsers of a source file there. */
export async function bundle(folder: string, file: string): Promise<string> {
  const outDir = join(folder, 'bundle');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    build: {
      outDir,
      minify: true,
      target: 'es2022',
      rolldownOptions: { input: join(folder, file), output: { entryFileNames: 'bundle.js' } },
    },
  });
  return readFile(join(outDir, 'bundle.js'), 'utf8');
}
