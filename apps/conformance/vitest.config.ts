import { defineConfig } from 'vitest/config';

// The quick checks of the document, which are part of npm test.
export default defineConfig({
  test: { name: 'document', include: ['test/*.test.ts'], testTimeout: 300_000 },
});
