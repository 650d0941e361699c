import { copyFile, readFile, writeFile } from 'node:fs/promises';

// Makes dist/ the package that is published: what tsdown built there with a manifest of its own, which names neither
// sources nor the protocols of pnpm, so that every package manager packs it alike.

const room = new URL('../', import.meta.url);
const { name, version, description, keywords, license, type, sideEffects, engines, peerDependencies } =
  JSON.parse(await readFile(new URL('package.json', room), 'utf8'));

// Where a workflow publishes, the provenance of the package has to name the same repository.
const { GITHUB_SERVER_URL: host, GITHUB_REPOSITORY: repository } = process.env;
const home = host && repository ? `${host}/${repository}` : undefined;
const directory = 'packages/client';

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
  exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
  files: ['index.js', 'index.d.ts', 'CHANGELOG.md'],
  peerDependencies,
};
const dist = new URL('dist/', room);
await writeFile(new URL('package.json', dist), `${JSON.stringify(manifest, null, 2)}\n`);
await copyFile(new URL('README.md', room), new URL('README.md', dist));
await copyFile(new URL('CHANGELOG.md', room), new URL('CHANGELOG.md', dist));
await copyFile(new URL('../../LICENSE', room), new URL('LICENSE', dist));
