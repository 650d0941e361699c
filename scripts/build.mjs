// Bundles the server's own code, of apps/server and the workspace packages, into apps/server/dist for the image, and puts
// the built front-end and the page of the reference beside it. What comes from the registry stays outside, since some of it is
// native or WebAssembly and finds its files by place. Node strips types too, but not below node_modules. The bundle mirrors the source tree,
// so that a URL relative to a module (the worker, the migrations, the front-end) means the same in both.
import { cp, rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const dist = 'apps/server/dist';
// Where Node starts: the commands, and the worker, which is named by URL and not imported.
const entries = [
  'main',
  'admin',
  'erase',
  'export',
  'backup',
  'restore',
  'move',
  'healthcheck',
  'embedded/worker',
];

await rm(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: entries.map((name) => `apps/server/src/${name}.ts`),
  platform: 'node',
  external: (id) => !/^([./]|@daybook\/)/.test(id),
});
await bundle.write({ dir: dist, format: 'esm', preserveModules: true, preserveModulesRoot: process.cwd() });
await cp('packages/domain/migrations', `${dist}/packages/domain/migrations`, { recursive: true });
// Of which the version is read.
await cp('package.json', `${dist}/package.json`);
await cp('apps/server/openapi.json', `${dist}/apps/server/openapi.json`);
await cp('apps/server/docs', `${dist}/apps/server/docs`, { recursive: true });
await cp('apps/web/dist', `${dist}/apps/web/dist`, { recursive: true });
