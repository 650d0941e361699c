// Bundles the server's own code, of apps/server and the workspace packages, into apps/server/dist for the image. What
// comes from the registry stays outside, since some of it is native or WebAssembly and finds its files by place. Node
// strips types too, but not below node_modules. The bundle mirrors the source tree, so that a URL relative to a module
// (a worker, the migrations) means the same in both.
import { cp, rm } from 'node:fs/promises';
import { rolldown } from 'rolldown';

const dist = 'apps/server/dist';
// Where Node starts: the commands, and the worker, which is named by URL and not imported.
const entries = ['main', 'admin', 'embedded/worker'];
const workerUrl = /(new URL\(\s*['"]\.[^'"]*)\.ts(['"])/g;

await rm(dist, { recursive: true, force: true });
const bundle = await rolldown({
  input: entries.map((name) => `apps/server/src/${name}.ts`),
  platform: 'node',
  external: (id) => !/^([./]|@daybook\/)/.test(id),
  plugins: [
    { name: 'worker-url', renderChunk: (code) => ({ code: code.replace(workerUrl, '$1.js$2'), map: null }) },
  ],
});
await bundle.write({ dir: dist, format: 'esm', preserveModules: true, preserveModulesRoot: process.cwd() });
await cp('packages/domain/migrations', `${dist}/packages/domain/migrations`, { recursive: true });
