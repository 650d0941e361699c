import { execFile } from 'node:child_process';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Outcome {
  readonly failed: boolean;
  readonly output: string;
}

/** Runs a program there to its end. */
const attempt = (folder: string, command: string, ...args: string[]): Promise<Outcome> =>
  new Promise((resolve) => {
    // An npm around this one would make it work in its own folder.
    const inherited = Object.entries(process.env).filter(([name]) => name !== 'npm_config_local_prefix');
    const options = { cwd: folder, env: Object.fromEntries(inherited), maxBuffer: 64 * 1024 * 1024 };
    execFile(command, args, options, (error, stdout, stderr) => {
      resolve({ failed: error !== null, output: error ? `${stdout}${stderr}` : stdout });
    });
  });

/** The same. @throws with its output, if it fails */
export async function run(folder: string, command: string, ...args: string[]): Promise<string> {
  const { failed, output } = await attempt(folder, command, ...args);
  if (failed) throw new Error(`${command} ${args.join(' ')}\n${output}`);
  return output;
}

/** Every version of TypeScript that the client is compiled with. */
export const compilers = { typescript59: '~5.9.0', typescript6: '~6.0.0', typescript7: '~7.0.0' } as const;

/** A project somewhere else, with the sample, in which the tarball was installed. Answers its folder. */
export async function consumer(tarball: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-consumer-'));
  const named = Object.entries(compilers).map(([name, range]) => [name, `npm:typescript@${range}`]);
  const manifest = {
    private: true,
    type: 'module',
    dependencies: { '@daybook/client': `file:${tarball}` },
    devDependencies: {
      ...Object.fromEntries(named),
      node: '^22.0.0',
      // tRPC's own declarations name them, for those who have declarations checked.
      '@types/node': '^24.0.0',
    },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await cp(fileURLToPath(new URL('../sample', import.meta.url)), folder, { recursive: true });
  await run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--no-save');
  return folder;
}

/** Compiles the sample strictly. Answers what the compiler found wrong, a line each. */
export async function compile(folder: string, compiler: string, options: object): Promise<string[]> {
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, target: 'es2022', ...options };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const { failed, output } = await attempt(folder, process.execPath, `node_modules/${compiler}/bin/tsc`);
  const found = output.split('\n').filter((line) => line.includes('error TS'));
  if (failed && found.length === 0) throw new Error(output);
  return found;
}
