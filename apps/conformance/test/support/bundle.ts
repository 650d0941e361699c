import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

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
