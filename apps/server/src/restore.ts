import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from './backup/archive.ts';
import { empty, perform } from './backup/command.ts';
import { BackupError } from './backup/error.ts';
import { describe, unpackWhole } from './backup/inspect.ts';
import { finishReplacing, replace, syncTree } from './embedded/durable.ts';
import { lockDirectory } from './embedded/lock.ts';
import type { Env } from './env.ts';
import { dataDirectory } from './secrets.ts';

// npm run restore -- FILE [--replace]: the embedded database as it was when `npm run backup` made the file.
await perform({
  usage: 'Name one backup: npm run restore -- /elsewhere/daybook.tar.gz [--replace]',
  onServer:
    'DATABASE_URL is set, so PostgreSQL restores, into an empty database: pg_restore --exit-on-error --dbname="$DATABASE_URL" FILE',
  mayReplace: true,
  run: restore,
});

async function restore(
  { dataDir }: Env,
  file: string,
  stopping: AbortSignal,
  replaces: boolean,
): Promise<string> {
  const manifest = await check(file);
  const lock = await lockDirectory(dataDirectory(dataDir));
  const draft = join(dataDir, 'restore');
  try {
    const folder = join(dataDir, 'pgdata');
    finishReplacing(folder);
    const replaced = existsSync(folder);
    if (replaced && !replaces)
      throw new BackupError(
        `${dataDir} has a database already: add --replace to move it aside, or set DATA_DIR to another folder.`,
      );
    await empty(draft);
    stopping.throwIfAborted();
    await unpackWhole(file, manifest, draft);
    await syncTree(join(draft, 'pgdata'));
    stopping.throwIfAborted();
    const aside = `${folder}.before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
    replace(folder, join(draft, 'pgdata'), aside);
    const done = `${dataDir} holds the backup of ${manifest.madeAt}\n${describe(manifest)}`;
    return replaced ? `${done}\nThe database that was there is now ${aside}` : done;
  } finally {
    await rm(draft, { recursive: true, force: true });
    lock.release();
  }
}
