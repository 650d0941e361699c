import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

/** Tests of a folder, apart from those that npm test alone runs. */
function unitTests(name: string, folder: string, leftOut = '') {
  const exclude = leftOut
    .split(' ')
    .filter(Boolean)
    .map((test) => `${folder}/${test}.test.ts`);
  for (const file of exclude)
    if (!existsSync(file)) throw new Error(`vitest.unit.config.ts leaves out ${file}, which does not exist`);
  // Without a process for each file this takes a third of the CPU; npm test isolates them.
  return {
    test: { name, include: [`${folder}/**/*.test.ts`], exclude, testTimeout: 30_000, isolate: false },
  };
}

// Left out: what starts a database, a browser or processes, moves megabytes, or waits for deadlines of the network.
const server =
  'backup closing connections driver embedded embedded-disk external-connections healthcheck listen lock memory migrate restore secrets maintenance';

/** The tests of npm run verify. */
export default defineConfig({
  test: {
    projects: [
      unitTests('domain', 'packages/domain/test', 'client notices tls'),
      unitTests('facade', 'packages/facade/test', 'examples package'),
      unitTests('client', 'packages/client/test', 'package'),
      unitTests('server', 'apps/server/test/unit', server),
      unitTests('web', 'apps/web/src'),
    ],
  },
});
