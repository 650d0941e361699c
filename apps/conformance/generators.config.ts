import { defineConfig } from 'vitest/config';

// Other people's generators, which are installed for this alone: npm run generators.
export default defineConfig({
  test: {
    name: 'generators',
    include: ['test/generators/*.test.ts'],
    globalSetup: ['../server/test/support/global.ts'],
    testTimeout: 10 * 60_000,
    hookTimeout: 10 * 60_000,
  },
});
