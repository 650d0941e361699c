import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'server',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global.ts'],
    // Embedded databases take half a gigabyte each.
    maxWorkers: 2,
    // Of a slow machine: what never ends ends here. A file's first test waits for its service too.
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
});
