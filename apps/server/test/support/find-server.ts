import { startTemporaryPostgres } from '@daybook/testing/temporary-postgres';
import { PostgreSqlContainer } from '@testcontainers/postgresql';

/** A PostgreSQL server on which tests may make databases. */
export interface TestServer {
  readonly url: string;
  stop(): Promise<unknown>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * What TEST_DATABASE_URL or TEST_DATABASE says: `container` (PostgreSQL 18), `machine` (what is installed), `npm`, or
 * `embedded`. By default what is installed, else that of npm, else the embedded database.
 * @returns undefined for the embedded database
 */
export async function findServer(): Promise<TestServer | undefined> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE: wanted = 'any' } = process.env;
  if (url && wanted !== 'embedded') {
    say('Tests use the PostgreSQL at TEST_DATABASE_URL.');
    return { url, stop: async () => {} };
  }
  if (wanted === 'container') {
    const container = await new PostgreSqlContainer('postgres:18-alpine')
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      .start();
    say('Tests use PostgreSQL 18 in a container.');
    return { url: container.getConnectionUri(), stop: () => container.stop() };
  }
  if (wanted === 'machine' || wanted === 'npm' || wanted === 'any') {
    const server = await startTemporaryPostgres(wanted).catch((error: Error) => {
      say(error.message);
    });
    if (server) {
      say(`Tests use PostgreSQL from ${server.source}.`);
      return server;
    }
    if (wanted !== 'any') throw new Error(`TEST_DATABASE=${wanted}: no such PostgreSQL runs here.`);
  } else if (wanted !== 'embedded') throw new Error('TEST_DATABASE is container, machine, npm or embedded.');
  say('Tests use the embedded database.');
  return undefined;
}
