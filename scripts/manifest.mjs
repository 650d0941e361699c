// Makes dist/ of the package in this folder what is published: what tsdown built there, with a manifest of its own, which
// names neither sources nor the protocols of pnpm, so that every package manager packs it alike.
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const read = async (path) => JSON.parse(await readFile(path, 'utf8'));
const { name, version, description, keywords, license, type, sideEffects, engines, ...others } =
  await read('package.json');
const { exports, peerDependencies, peerDependenciesMeta, dependencies = {} } = others;

const root = fileURLToPath(new URL('../', import.meta.url));
const directory = relative(root, process.cwd());
// Where a workflow publishes, the provenance of the package has to name the same repository.
const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = process.env;
const home = host && repository ? `${host}/${repository}` : undefined;

const entries = Object.entries(exports).map(([entry, source]) => {
  const built = `./${basename(source, '.ts')}`;
  return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
});
const installed = Object.keys(dependencies).map(async (dependency) => {
  const { version: tested } = await read(`node_modules/${dependency}/package.json`);
  return [dependency, `^${tested}`];
});

const manifest = {
  name,
  version,
  description,
  keywords,
  license,
  ...(home && {
    homepage: `${home}/tree/main/${directory}#readme`,
    bugs: `${home}/issues`,
    repository: { type: 'git', url: `git+${home}.git`, directory },
  }),
  type,
  sideEffects,
  engines,
  exports: { ...Object.fromEntries(entries), './package.json': './package.json' },
  files: ['*.js', '*.d.ts', 'examples', 'CHANGELOG.md'],
  peerDependencies,
  peerDependenciesMeta,
  ...(installed.length > 0 && { dependencies: Object.fromEntries(await Promise.all(installed)) }),
};
await writeFile('dist/package.json', `${JSON.stringify(manifest, null, 2)}\n`);
for (const file of ['README.md', 'CHANGELOG.md']) await copyFile(file, `dist/${file}`);
await copyFile(`${root}LICENSE`, 'dist/LICENSE');
await cp('examples', 'dist/examples', { recursive: true }).catch((error) => {
  if (error.code !== 'ENOENT') throw error;
});
