import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Tests in a folder: a real Chromium on the real server with the data of npm run demo. */
export const browserProject = (name: string, dir: string) =>
  defineConfig({
    test: {
      name,
      dir,
      include: ['*.test.ts'],
      globalSetup: [join(import.meta.dirname, 'global.ts')],
      // Two browsers are what two cores can do. All files of a worker share one, and their modules.
      maxWorkers: 2,
      isolate: false,
      // Far more than any takes: a machine that does other things as well is slow, not wrong.
      testTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      hookTimeout: 300_000,
      // A browser on a busy machine: what fails twice in a row is at fault. The summary names what needed it.
      retry: process.env.CI ? 1 : 0,
    },
  });
