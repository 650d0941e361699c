import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

// One seed for all random tests of a run; the reporter prints it.
process.env.TEST_SEED ??= String(Date.now() % 2 ** 31);

const random = 'packages/testing/src/random.ts';

type Settings = NonNullable<TestProjectInlineConfiguration['test']>;

/** Tests of one kind. CONTRIBUTING.md says which command runs which. */
const project = (
  name: string,
  include: string[],
  settings: Settings = {},
): TestProjectInlineConfiguration => ({
  test: {
    name,
    include,
    setupFiles: [random],
    // The files of a worker share their modules, which takes a third of the CPU. What a test replaces comes back after it.
    isolate: false,
    maxWorkers: 2,
    slowTestThreshold: 5000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Only what never ends ends here: a machine that does other things as well is slow, not wrong.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    ...settings,
  },
});

/** A real Chromium, which all files of a worker share, on the real server with the data of npm run demo. */
const browserProject = (name: string, folder: string) =>
  project(name, [`apps/web/e2e/${folder}/*.test.ts`], {
    globalSetup: ['apps/web/e2e/support/global.ts'],
    // A browser on a busy machine: what fails twice in a row is at fault. The summary names what needed it.
    retry: process.env.CI ? 1 : 0,
  });

const database = ['apps/server/test/support/global.ts'];

export default defineConfig({
  test: {
    reporters: ['default', './scripts/test-summary.mjs'],
    projects: [
      // Without a database.
      project('domain', ['packages/domain/test/*.test.ts']),
      project('facade', ['packages/facade/test/*.test.ts'], { exclude: ['**/package.test.ts'] }),
      project('client', ['packages/client/test/*.test.ts'], { exclude: ['**/package.test.ts'] }),
      project('web', ['apps/web/src/**/*.test.ts']),
      project('units', ['apps/server/test/unit/*.test.ts']),
      // On one database server.
      project('server', ['apps/server/test/{resources,security,transport,files,operation}/*.test.ts'], {
        globalSetup: database,
      }),
      // Processes, databases and network failures of their own.
      project('processes', ['{apps/server,packages/domain}/test/processes/*.test.ts'], {
        globalSetup: [
          'packages/testing/src/build.ts',
          ...database,
          'packages/testing/src/temporary-folder.ts',
        ],
        isolate: true,
        setupFiles: [random, 'apps/server/test/support/low-priority.ts'],
      }),
      // What is published, and other people's tools.
      project('packages', ['packages/*/test/package.test.ts', 'apps/conformance/test/*.test.ts']),
      project('conformance', ['apps/conformance/test/service/*.test.ts'], {
        globalSetup: [...database, 'apps/conformance/test/support/packed.ts'],
        isolate: true,
        fileParallelism: false,
        sequence: { groupOrder: 1 },
      }),
      project('generators', ['apps/conformance/test/generators/*.test.ts'], {
        globalSetup: database,
        isolate: true,
      }),
      // What people do most, from end to end, and every screen.
      browserProject('journeys', 'journeys'),
      browserProject('browser', 'screens'),
    ],
  },
});
