import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'web',
    include: ['src/**/*.test.ts'],
    // Far more than any takes: a machine that does other things as well is slow, not wrong.
    testTimeout: 120_000,
  },
});
