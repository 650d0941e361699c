import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@daybook/domain/server';
import { PostgreSqlContainer } from '@testcontainers/postgresql';
import postgres from 'postgres';
import { getContainerRuntimeClient } from 'testcontainers';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/embedded/embedded.ts';

/** Where test files get their databases: a migrated template to clone, or a dump to load. */
export type TestDatabases =
  | { readonly kind: 'postgres'; readonly url: string; readonly template: string }
  | { readonly kind: 'embedded'; readonly dump: string };

declare module 'vitest' {
  export interface ProvidedContext {
    databases: TestDatabases;
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const dockerAnswers = () =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  );

async function onServer(project: TestProject, url: string, stop: () => Promise<unknown>) {
  const template = `daybook_template_${process.pid}`;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create database ${template}`);
  const address = new URL(url);
  address.pathname = `/${template}`;
  await migrate(address.href);
  project.provide('databases', { kind: 'postgres', url, template });
  return async () => {
    await sql.unsafe(`drop database ${template} with (force)`);
    await sql.end();
    await stop();
  };
}

async function onEmbedded(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'daybook-test-'));
  const embedded = await startEmbedded({});
  await migrate(embedded.connection);
  const dump = join(folder, 'dump');
  await writeFile(dump, await embedded.dump());
  await embedded.stop();
  project.provide('databases', { kind: 'embedded', dump });
  return () => rm(folder, { recursive: true });
}

/** TEST_DATABASE_URL, else a container if Docker answers, else the embedded database (or TEST_DATABASE=embedded). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE: wanted } = process.env;
  if (wanted !== 'embedded' && url) {
    say('Tests use the PostgreSQL at TEST_DATABASE_URL.');
    return onServer(project, url, async () => {});
  }
  if (wanted !== 'embedded' && (await dockerAnswers())) {
    const container = await new PostgreSqlContainer('postgres:18-alpine').start().catch((error: Error) => {
      say(`DOCKER ANSWERS, BUT NO CONTAINER STARTS: ${error.message}`);
    });
    if (container) {
      say('Tests use PostgreSQL 18 in a container.');
      return onServer(project, container.getConnectionUri(), () => container.stop());
    }
  }
  say('Tests use the embedded database.');
  return onEmbedded(project);
}
