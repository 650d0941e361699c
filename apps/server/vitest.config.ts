import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global.ts'],
    // Embedded databases take half a gigabyte each.
    maxWorkers: 2,
    // What never ends ends here. A backup starts two databases, and yields to whatever else the machine has to do: on two
    // busy cores one takes over 90 s.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
