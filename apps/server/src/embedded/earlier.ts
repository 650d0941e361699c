import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate, move, type Server } from '@daybook/domain/server';
import type { PGlite } from '@electric-sql/pglite';

const SYNC = 'S'.charCodeAt(0);
const FLUSH = 'H'.charCodeAt(0);
const QUERY = 'Q'.charCodeAt(0);
const TERMINATE = 'X'.charCodeAt(0);
/** The only user and database. */
const STARTUP = Buffer.from('\0\0\0\x29\0\x03\0\0user\0postgres\0database\0postgres\0\0', 'latin1');

/** Copies all records of a database that Daybook 2.0 or earlier has made, by PGlite, into one that has none. */
export function copyEarlier(folder: string, to: Server): Promise<void> {
  return withEarlier(folder, async (from) => {
    await migrate(from);
    await move(from, to);
  });
}

/** Opens such a database. It takes one connection at a time. */
export async function withEarlier<T>(folder: string, use: (server: Server) => Promise<T>): Promise<T> {
  const [{ PGlite }, { pg_trgm }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ]);
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
  const database = await PGlite.create(folder, { extensions: { pg_trgm }, startParams });
  const place = mkdtempSync(join(tmpdir(), 'daybook-earlier-'));
  const path = join(place, 'socket');
  const server = createServer((socket) => void serve(database, socket).catch(() => socket.destroy()));
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
    return await use({ path, user: 'postgres', database: 'postgres', ssl: false });
  } finally {
    server.close();
    await database.close();
    rmSync(place, { recursive: true });
  }
}

/** PGlite takes what is to be answered together as a whole. */
async function serve(database: PGlite, socket: Socket): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  let query: Buffer[] = [];
  let hasStarted = false;
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk]);
    for (let length = 0; ; rest = rest.subarray(length)) {
      if (rest.length < 5) break;
      length = hasStarted ? 1 + rest.readUInt32BE(1) : rest.readUInt32BE(0);
      if (length > rest.length) break;
      const type = hasStarted ? rest[0] : SYNC;
      if (type === TERMINATE) return void socket.end();
      query.push(hasStarted ? rest.subarray(0, length) : STARTUP);
      hasStarted = true;
      if (type !== SYNC && type !== FLUSH && type !== QUERY) continue;
      socket.write(await database.execProtocolRaw(Buffer.concat(query), { syncToFs: false }));
      query = [];
    }
  }
}
