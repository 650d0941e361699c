import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { connect } from '../src/db/client.ts';
import { databaseFailure, isUnavailable } from '../src/db/failures.ts';
import { unreadiness } from '../src/db/readiness.ts';

let server: Server | undefined;
afterEach(() => server?.close());

it.each([
  ['before it speaks', ''],
  ['in another language', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
])('does not spin at a server that hangs up %s', async (_, words) => {
  let calls = 0;
  server = createServer((socket) => {
    calls += 1;
    socket.on('error', () => {}).end(words);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { db, close } = connect(`postgres://nobody@127.0.0.1:${port}/none`, {
    max: 2,
    statementTimeout: 1000,
    lockTimeout: 1000,
    statements: 100,
  });
  for (let n = 0; n < 5; n++) {
    const error = await db.execute('select 1').catch((reason: unknown) => reason);
    expect(isUnavailable(databaseFailure(error)?.code ?? '')).toBe(true);
  }
  expect(await unreadiness(db)).toBe('DATABASE_AWAY');
  // One attempt for each query, or a few more: without the guard there are thousands.
  expect(calls).toBeLessThan(20);
  await close();
});

it('gives up a server that says nothing any more', { timeout: 20_000 }, async () => {
  const greeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
  server = createServer((connection) => {
    connection.on('error', () => {}).once('data', () => connection.write(greeting));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { db, close } = connect(`postgres://nobody@127.0.0.1:${port}/none`, {
    max: 1,
    statementTimeout: 1000,
    lockTimeout: 1000,
    statements: 2,
  });
  const ask = () => db.execute('select 1').then(String, (error) => databaseFailure(error)?.code);
  // The third is more than may wait.
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['ETIMEDOUT', 'ETIMEDOUT', '53300']);
  await close();
});
