import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['packages/*/vitest.config.ts', 'apps/*/vitest.config.ts', 'apps/web/e2e/vitest.config.ts'],
    reporters: ['default', './scripts/skip-notes.mjs'],
  },
});
