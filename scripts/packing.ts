import { execFile } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** For the tests of a package that is published: to run programs beside it, and to pack it. */
export function packing(name: 'client' | 'facade') {
  const packageFolder = join(root, 'packages', name);
  const bins = [join(packageFolder, 'node_modules/.bin'), join(root, 'node_modules/.bin')];
  const environment = {
    ...process.env,
    NO_COLOR: '1',
    PATH: [...bins, process.env.PATH].join(delimiter),
  };

  /** Runs a program, by default in the folder of the package. @throws with everything it said */
  const run = (command: string, args: readonly string[], cwd = packageFolder): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { cwd, env: environment, maxBuffer: 64 * 1024 * 1024 };
      execFile(command, args, options, (error, stdout, stderr) => {
        if (error) reject(new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`));
        else resolve(stdout);
      });
    });

  /** Builds and packs, as for a registry. Answers the path of the tarball, alone in a new folder. */
  async function packed(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'packed-'));
    await run('pnpm', ['pack', '--pack-destination', folder]);
    const [tarball] = await readdir(folder);
    if (!tarball) throw new Error('Nothing was packed.');
    return join(folder, tarball);
  }

  return { packageFolder, environment, run, packed };
}
