import { existsSync } from 'node:fs';
import build from '@daybook/testing/build';
import type { TestProject } from 'vitest/node';
import { findServer } from '../../../server/test/support/global.ts';
import { type Server, startDemo } from './server.ts';

export interface World extends Server {
  /** Where servers that tests start have their databases. */
  readonly postgres: string | undefined;
  readonly chromium: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    world: World | undefined;
  }
}

const browsers = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A server that all tests share. Nothing without a Chromium: the tests then say so. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const chromium = browsers.find((path) => path && existsSync(path));
  if (!chromium) {
    process.stdout.write('NO CHROMIUM: the front-end is not tested from end to end. CHROMIUM=/path/to/one\n');
    project.provide('world', undefined);
    return undefined;
  }
  if (process.env.E2E === 'quick')
    process.stdout.write('E2E=quick: the browser tests take each screen in one variant instead of two.\n');
  build();
  const postgres = await findServer();
  const { stop, ...server } = await startDemo(postgres?.url);
  project.provide('world', { ...server, postgres: postgres?.url, chromium });
  return async () => {
    await stop();
    await postgres?.stop();
  };
}
