import { setTimeout as wait } from 'node:timers/promises';
import { migrate } from '@daybook/domain/server';
import { startTemporaryPostgres } from '@daybook/testing/temporary-postgres';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';

/** Where test files get their databases: a migrated template to clone. */
interface TestDatabases {
  readonly url: string;
  readonly template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    databases: TestDatabases;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await findServer();
  const template = `daybook_template_${process.pid}`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create database ${template}`);
  const address = new URL(url);
  address.pathname = `/${template}`;
  await migrate(address.href);
  project.provide('databases', { url, template });
  return async () => {
    await sql.unsafe(`drop database ${template} with (force)`);
    await sql.end();
    await stop();
  };
}

/** A PostgreSQL server on which tests may make databases. */
export interface TestServer {
  readonly url: string;
  stop(): Promise<unknown>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Waits until a server answers: while it is set up, it says once that it is ready, and listens nowhere.
 * @throws what it failed with, after that many milliseconds
 */
async function waitForAnswer(url: string, most = 60_000): Promise<void> {
  for (const begin = Date.now(); ; ) {
    const sql = postgres(url, { max: 1, connect_timeout: 2 });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (Date.now() - begin >= most) throw error;
      await wait(100);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/**
 * What TEST_DATABASE_URL or TEST_DATABASE says: `container` (PostgreSQL 18), `machine` (what is installed) or `npm`. By
 * default what is installed, else that of npm.
 * @throws where there is none
 */
export async function findServer(): Promise<TestServer> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE: wanted = 'any' } = process.env;
  if (url) {
    say('Tests use the PostgreSQL at TEST_DATABASE_URL.');
    return { url, stop: async () => {} };
  }
  if (wanted === 'container') {
    const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
    const { Wait } = await import('testcontainers');
    const container = await new PostgreSqlContainer('postgres:18-alpine')
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=300'])
      // Its own check starts a process in the container four times a second, for as long as the tests run.
      .withHealthCheck({ test: ['CMD', 'true'], interval: 3_600_000, timeout: 1000, retries: 1 })
      .withWaitStrategy(Wait.forLogMessage(/ready to accept connections/))
      .start();
    const mapped = container.getConnectionUri();
    await waitForAnswer(mapped);
    // Docker's proxy before a mapped port takes as much CPU as a small query. Some engines let nobody past it.
    const [network = ''] = container.getNetworkNames();
    const direct = new URL(mapped);
    [direct.hostname, direct.port] = [container.getIpAddress(network), '5432'];
    const url = await waitForAnswer(direct.href, 0).then(
      () => direct.href,
      () => mapped,
    );
    say(`Tests use PostgreSQL 18 in a container, at ${new URL(url).host}.`);
    return { url, stop: () => container.stop() };
  }
  if (wanted !== 'machine' && wanted !== 'npm' && wanted !== 'any')
    throw new Error('TEST_DATABASE is container, machine or npm.');
  const server = await startTemporaryPostgres(wanted);
  if (!server) throw new Error('No PostgreSQL runs here to test on: set TEST_DATABASE_URL to one.');
  say(`Tests use PostgreSQL from ${server.source}.`);
  return server;
}
