import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { name: 'facade', include: ['test/**/*.test.ts'], testTimeout: 300_000 },
});
