import { execFile } from 'node:child_process';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const packageFolder = fileURLToPath(new URL('../../', import.meta.url));
const bins = [join(packageFolder, 'node_modules/.bin'), join(root, 'node_modules/.bin')];

/** Runs a program of this package's own, in its folder. @throws with everything it said */
export const run = (command: string, ...args: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', PATH: [...bins, process.env.PATH].join(delimiter) };
    execFile(
      command,
      args,
      { cwd: packageFolder, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`));
        else resolve(stdout);
      },
    );
  });

/** Builds and packs, as for a registry. Answers the path of the tarball, alone in a new folder. */
export async function packed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-client-'));
  await run('pnpm', 'pack', '--pack-destination', folder);
  const [tarball] = await readdir(folder);
  if (!tarball) throw new Error('Nothing was packed.');
  return join(folder, tarball);
}
