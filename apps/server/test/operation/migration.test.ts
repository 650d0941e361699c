import { migrate } from '@daybook/domain/server';
import postgres from 'postgres';
import { expect, inject } from 'vitest';
import { atOnce } from '../support/asking.ts';
import { test as it } from '../support/test.ts';

it('ten instances that start at once apply each migration once', async ({ service, skip }) => {
  const databases = inject('databases');
  if (databases.kind === 'embedded')
    return skip(
      'the embedded database has one session, in which advisory locks exclude nobody; one process owns it',
    );
  const name = `daybook_empty_${process.pid}_${Date.now()}`;
  const root = postgres(databases.url, { max: 1, onnotice: () => {} });
  await root.unsafe(`create database ${name}`);
  const address = new URL(databases.url);
  address.pathname = `/${name}`;
  try {
    await atOnce(10, () => migrate(address.href));
    const sql = postgres(address.href, { max: 1, onnotice: () => {} });
    const applied = await sql`select hash from drizzle.__drizzle_migrations order by id`;
    await sql.end();
    const known = await service.sql`select hash from drizzle.__drizzle_migrations order by id`;
    expect(applied.map(({ hash }) => hash)).toEqual(known.map(({ hash }) => hash));
    expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length);
  } finally {
    await root.unsafe(`drop database ${name} with (force)`);
    await root.end();
  }
});
