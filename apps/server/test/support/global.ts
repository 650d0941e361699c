import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@daybook/domain/server';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/embedded/embedded.ts';
import { findServer } from './find-server.ts';

/** Where test files get their databases: a migrated template to clone, or a dump to load. */
export type TestDatabases =
  | { readonly kind: 'postgres'; readonly url: string; readonly template: string }
  | { readonly kind: 'embedded'; readonly dump: string };

declare module 'vitest' {
  export interface ProvidedContext {
    databases: TestDatabases;
  }
}

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

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  return server ? onServer(project, server.url, server.stop) : onEmbedded(project);
}
