import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { connect } from '../../src/db/client.ts';
import { databaseFailure, isUnavailable } from '../../src/db/failures.ts';
import { unreadiness } from '../../src/db/readiness.ts';

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

const greeting = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);
/** Of a statement without columns: parsed, no data, bound, "SELECT 0", ready for the next one. */
const noRows = Buffer.from('31000000046e000000043200000004430000000d53454c4543542030005a0000000549', 'hex');

/** Asks a server that answers the first writes of a connection with these, and what comes after them in the last way. */
async function askOf(answers: Buffer[], after: (connection: Socket) => void = () => {}, parameters = '') {
  server = createServer((connection) => {
    const left = [...answers];
    connection
      .on('error', () => {})
      .on('data', () => {
        const answer = left.shift();
        if (answer) connection.write(answer);
        else after(connection);
      });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const limits = { statementTimeout: 1000, lockTimeout: 1000, statements: 2 };
  const { db, close } = connect(`postgres://nobody@127.0.0.1:${port}/none${parameters}`, {
    max: 1,
    ...limits,
  });
  const ask = () => db.execute('select 1').then(String, (error) => databaseFailure(error)?.code);
  return { ask, close };
}

it('gives up a server that says nothing any more', async () => {
  const { ask, close } = await askOf([greeting]);
  // The third is more than may wait.
  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['ETIMEDOUT', 'ETIMEDOUT', '53300']);
  await close();
});

it('gives up one that answers the first of two statements that were written together', async () => {
  const { ask, close } = await askOf([greeting, noRows, noRows]);
  expect(await ask()).toBe('');
  expect(await Promise.all([ask(), ask()])).toEqual(['', 'ETIMEDOUT']);
  await close();
});

it('survives a connection that ends while it is asked whether it takes writes', async () => {
  const { ask, close } = await askOf([greeting], (one) => one.destroy(), '?target_session_attrs=read-write');
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  expect(await ask()).toSatisfy(isUnavailable);
  await close();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
