import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, posix, relative } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const dist = join(import.meta.dirname, 'dist');
const worker = join(import.meta.dirname, 'worker/worker.ts');

/** Every file of the build that a browser asks for, but the page and what shows PDF, which is large and needs the network. */
async function filesOf(): Promise<string[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$|^(index\.html|worker\.js)$|^pdf/.test(entry.name))
    .map(({ parentPath, name }) => posix.join(relative(dist, parentPath).replaceAll('\\', '/'), name))
    .sort();
}

/** Builds the service worker: told which files there are, and with a version made from what is in them. */
export const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  async writeBundle() {
    const files = await filesOf();
    const source = await readFile(worker, 'utf8');
    const version = createHash('sha256').update(source);
    for (const name of [...files, 'index.html'])
      version.update(name).update(await readFile(join(dist, name)));
    const constants = { FILES: files, VERSION: version.digest('hex').slice(0, 12) };
    const { code } = await transformWithOxc(source, worker);
    const lines = Object.entries(constants).map(
      ([name, value]) => `const ${name} = ${JSON.stringify(value)};`,
    );
    await writeFile(join(dist, 'worker.js'), [...lines, code].join('\n'));
  },
};
