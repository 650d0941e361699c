import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MovedTable, MoveError, move, parseAddress, type Server } from '@daybook/domain/server';
import { emptyFolder, runCommand, UsageError } from './command.ts';
import { finishReplacing, replaceDatabase, syncTree } from './embedded/durable.ts';
import { databaseFolder, hasDatabase, startEmbedded } from './embedded/embedded.ts';
import { lockDirectory } from './embedded/lock.ts';
import { type Env, readEnv } from './env.ts';
import { databaseUrl } from './env-values.ts';
import { dataDirectory } from './secrets.ts';

const EMBEDDED = 'embedded';
const usage = `Name where to: npm run move -- postgres://user@host:5432/database, or npm run move -- ${EMBEDDED}`;

async function moveTo(env: Env, to: string, signal: AbortSignal): Promise<string> {
  const isToEmbedded = to === EMBEDDED;
  if (!isToEmbedded) checkAddress(to);
  if (isToEmbedded && env.databaseUrl === undefined)
    throw new MoveError('DATABASE_URL is not set, so the service uses the embedded database already.');
  const from = env.databaseUrl ?? EMBEDDED;
  const moveRows = (source: Server, target: Server) => move(source, target, { onTable: print, signal });
  let moved: MovedTable[];
  if (env.databaseUrl === undefined)
    moved = await withEmbedded(env.dataDir, (source) => moveRows(source, to));
  else if (isToEmbedded) moved = await intoEmbedded(env, env.databaseUrl, moveRows, signal);
  else moved = await moveRows(env.databaseUrl, to);
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  return [
    `${rows} rows of ${moved.length} tables moved from ${display(from, env)} to ${display(to, env)}, and compared.`,
    isToEmbedded
      ? 'Start the service without DATABASE_URL.'
      : 'Start the service with DATABASE_URL set to the new address.',
    `Nothing was changed in ${display(from, env)}: remove it when it is no longer needed.`,
  ].join('\n');
}

function checkAddress(to: string): void {
  try {
    databaseUrl(to);
  } catch (error) {
    throw new MoveError(`The address ${error instanceof Error ? error.message : error}. ${usage}`);
  }
}

const display = (where: string, { dataDir }: Env): string =>
  where === EMBEDDED ? `the embedded database in ${dataDir}` : `PostgreSQL at ${parseAddress(where).display}`;

const print = ({ name, rows }: MovedTable) => process.stdout.write(`${name}: ${rows}, the same\n`);

async function withEmbedded<T>(dataDir: string, use: (server: Server) => Promise<T>): Promise<T> {
  if (!hasDatabase(dataDir))
    throw new MoveError(`There is no database in ${dataDir}: set DATA_DIR to the folder of the service.`);
  const embedded = await startEmbedded({ dataDir });
  try {
    return await use(embedded.connection);
  } finally {
    await embedded.stop();
  }
}

/** Into a folder beside it, which takes its place when it is complete. */
async function intoEmbedded(
  { dataDir }: Env,
  from: string,
  moveRows: (source: Server, target: Server) => Promise<MovedTable[]>,
  signal: AbortSignal,
): Promise<MovedTable[]> {
  const lock = await lockDirectory(dataDirectory(dataDir));
  const work = join(dataDir, 'move');
  const folder = databaseFolder(dataDir);
  try {
    finishReplacing(folder);
    if (hasDatabase(dataDir))
      throw new MoveError(`${dataDir} has a database already: set DATA_DIR to another folder.`);
    await emptyFolder(work);
    const embedded = await startEmbedded({ dataDir: work });
    const moved = await moveRows(from, embedded.connection).finally(() => embedded.stop());
    await syncTree(databaseFolder(work));
    signal.throwIfAborted();
    replaceDatabase(folder, databaseFolder(work));
    return moved;
  } finally {
    await rm(work, { recursive: true, force: true });
    lock.release();
  }
}

// npm run move -- TO: all records, from the database that the service uses (DATABASE_URL, or the embedded one in DATA_DIR).
const [to, ...others] = process.argv.slice(2);
await runCommand(async (signal) => {
  if (to === undefined || to.startsWith('-') || others.length > 0) throw new UsageError(usage);
  return moveTo(readEnv(), to, signal);
}, 'Stopped; nothing was moved.');
