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
    // Far more than any takes: a machine that does other things as well is slow, not wrong.
    testTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 120_000,
    // A browser on a busy machine: what fails twice in a row is at fault. On a developer's machine once is enough.
    retry: process.env.CI ? 1 : 0,
  },
});
