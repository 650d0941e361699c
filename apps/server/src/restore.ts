import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { formatContents, formatMissing, unpackAndInspect, verify } from './backup/archive.ts';
import { emptyFolder, runFileCommand } from './command.ts';
import { finishReplacing, replaceDatabase, setAside, syncTree } from './embedded/durable.ts';
import { databaseFolder, earlierFolder, hasDatabase } from './embedded/embedded.ts';
import { lockDirectory } from './embedded/lock.ts';
import type { Env } from './env.ts';
import { BackupError } from './errors.ts';
import { dataDirectory } from './secrets.ts';

// npm run restore -- FILE [--replace]: the embedded database as it was when `npm run backup` made the file.
await runFileCommand({
  usage: 'Name one backup: npm run restore -- /elsewhere/daybook.tar.gz [--replace]',
  postgresHint:
    'DATABASE_URL is set, so PostgreSQL restores, into an empty database: pg_restore --exit-on-error --dbname="$DATABASE_URL" FILE',
  hasReplaceOption: true,
  run: restore,
});

async function restore(
  env: Env,
  file: string,
  signal: AbortSignal,
  replaceExisting: boolean,
): Promise<string> {
  const { dataDir } = env;
  const manifest = await verify(file);
  const lock = await lockDirectory(dataDirectory(dataDir));
  const restoredFolder = join(dataDir, 'restore');
  try {
    const folder = databaseFolder(dataDir);
    for (const one of [folder, earlierFolder(dataDir)]) finishReplacing(one);
    if (hasDatabase(dataDir) && !replaceExisting)
      throw new BackupError(
        `${dataDir} has a database already: add --replace to rename it, or set DATA_DIR to another folder.`,
      );
    await emptyFolder(restoredFolder);
    signal.throwIfAborted();
    await unpackAndInspect(file, manifest, restoredFolder);
    await syncTree(databaseFolder(restoredFolder));
    signal.throwIfAborted();
    const replaced = [
      replaceDatabase(folder, databaseFolder(restoredFolder)),
      existsSync(earlierFolder(dataDir)) && setAside(earlierFolder(dataDir)),
    ];
    return [
      `${dataDir} holds the backup of ${manifest.madeAt}`,
      formatContents(manifest),
      ...replaced.filter(Boolean).map((path) => `The database that was there is now ${path}`),
      formatMissing(manifest.secret, env),
    ]
      .filter((line) => line !== undefined)
      .join('\n');
  } finally {
    await rm(restoredFolder, { recursive: true, force: true });
    lock.release();
  }
}
