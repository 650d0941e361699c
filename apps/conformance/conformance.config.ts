import { defineConfig } from 'vitest/config';

// What takes the whole HTTP suite or a service of its own: npm run conformance.
export default defineConfig({
  test: {
    name: 'conformance',
    include: ['test/service/*.test.ts'],
    globalSetup: ['../server/test/support/global.ts', 'test/support/packed.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 30 * 60_000,
  },
});
