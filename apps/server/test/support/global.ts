import { migrate } from '@daybook/domain/server';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { findServer } from './find-server.ts';

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
