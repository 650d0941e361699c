import { defineConfig } from 'vitest/config';

// A real Chromium on the real server with the data of npm run demo; npm test runs it where there is a Chromium.
export default defineConfig({
  test: {
    name: 'e2e',
    dir: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: ['support/global.ts'],
    // Each file has a browser of its own; two are what two cores can do.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
