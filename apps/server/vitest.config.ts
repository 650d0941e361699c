import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global.ts'],
    // Embedded databases take half a gigabyte each.
    maxWorkers: 2,
    // All files of a worker share their modules: loading these takes a second and a half for each file otherwise. What a test
    // replaces comes back after it.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // What never ends ends here. A backup starts two databases, and yields to whatever else the machine has to do: on two
    // busy cores one takes over 90 s.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
