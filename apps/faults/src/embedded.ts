import { mkdtempSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeExit } from '@daybook/testing/before-exit';
import type { RigContext } from './rig.ts';
import { startServer } from './server.ts';

let original: Promise<string> | undefined;

/**
 * Copies into the folder a data directory on which the service has run once. All rigs share the original: the first start
 * on the embedded database takes seconds of CPU.
 */
export async function copyDataDirectory(context: RigContext, folder: string): Promise<void> {
  original ??= makeOriginal(context);
  await cp(await original, folder, { recursive: true });
}

async function makeOriginal(context: RigContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-data-'));
  beforeExit(() => rmSync(folder, { recursive: true, force: true }));
  const server = await startServer(context, { DATA_DIR: folder });
  await server.ready();
  await server.end('SIGTERM');
  return folder;
}
