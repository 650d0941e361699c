import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '@daybook/domain/server';
import { startEmbedded } from '../../src/embedded/embedded.ts';

/**
 * Makes `folder` a data directory with a migrated database and no account. Its original is made once for all test files,
 * in the temporary folder of the run: a first start takes seconds of CPU.
 */
export async function makeDataDirectory(folder: string): Promise<void> {
  const original = join(tmpdir(), 'data-directory');
  if (isFirst(`${original}.claimed`)) {
    const embedded = await startEmbedded({ dataDir: `${original}.new` });
    await migrate(embedded.connection).finally(() => embedded.stop());
    renameSync(`${original}.new`, original);
  }
  while (!existsSync(original)) await wait(50);
  cpSync(original, folder, { recursive: true });
}

function isFirst(claim: string): boolean {
  try {
    mkdirSync(claim);
    return true;
  } catch {
    return false;
  }
}
