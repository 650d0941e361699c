import { defineConfig } from 'vitest/config';

// The quick checks, which are part of npm test.
export default defineConfig({
  test: { name: 'proof', include: ['test/*.test.ts'], testTimeout: 60_000 },
});
