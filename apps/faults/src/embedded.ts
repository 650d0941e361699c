import { execFileSync } from 'node:child_process';
import { chownSync, closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeExit } from '@daybook/testing/before-exit';
import { send } from './client.ts';
import { postgresUser } from './machine.ts';
import { NotRun, type RigContext } from './rig.ts';
import { type Server, startServer, temporaryFolder } from './server.ts';

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

const megabyte = 1024 * 1024;

/** The folder of a disk of this size, which belongs to the user that PostgreSQL runs as. @throws NotRun where nothing may be mounted */
export function smallDisk(context: RigContext, megabytes: number): string {
  const folder = temporaryFolder(context);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder], { stdio: 'pipe' });
  } catch {
    throw new NotRun('a small disk cannot be mounted: that takes root');
  }
  // Lazily: a server that was killed may take a moment to end.
  context.defer(() => execFileSync('umount', ['--lazy', folder]));
  const { uid, gid } = postgresUser();
  chownSync(folder, uid, gid);
  return folder;
}

/** Fills it with a file, or makes that longer, until so much is left. @returns removes the file */
export function fillUp(folder: string, megabytesLeft: number): () => void {
  const path = join(folder, 'filling');
  const file = openSync(path, 'a');
  const chunk = Buffer.alloc(64 * 1024);
  try {
    for (;;) {
      const { bavail, bsize } = statfsSync(folder);
      if (bavail * bsize <= megabytesLeft * megabyte) break;
      writeSync(file, chunk);
    }
  } finally {
    closeSync(file);
  }
  return () => rmSync(path);
}

/** The records and their journal rows as the API lists them: only the service can read the embedded database. */
export async function readStored(server: Server) {
  const token = await server.logIn();
  const all = async <Row>(path: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await send(server.url, { path: `${path}${cursor ? `&cursor=${cursor}` : ''}`, token });
      const { data, nextCursor } = JSON.parse(page.body);
      rows.push(...data);
      if (!nextCursor) return rows;
      cursor = encodeURIComponent(nextCursor);
    }
  };
  const bills = await all<{ _id: string; description: string }>('/bills?limit=1000');
  const journal = await all<{ record: string }>('/journal?limit=1000');
  const journaled = Map.groupBy(journal, ({ record }) => record);
  return [...Map.groupBy(bills, ({ description }) => description)].map(([description, records]) => ({
    description,
    records: records.length,
    journal: records.reduce((sum, { _id }) => sum + (journaled.get(_id)?.length ?? 0), 0),
  }));
}
