import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { type Connection, connect, onWarning } from '../../src/db/client.ts';
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

let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  server?.close();
});

const message = (type: string, body: string) => {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(Buffer.byteLength(body, 'latin1') + 4, 1);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
};
const ready = message('Z', 'I');
const key = message('K', '\0\0\0\x07\x01\x02\x03\x04');
const done = message('C', 'INSERT 0 1\0');
const warning = (code: string, routine: string) =>
  message('N', `SWARNUNG\0VWARNING\0C${code}\0MBreche Warten ab\0R${routine}\0\0`);
const notReplicated = warning('01000', 'SyncRepWaitForLSN');

/** A server that answers each simple query with what it says itself, in hexadecimal; the connection to it. */
async function serve(hear: (socket: Socket, data: Buffer) => void = () => {}): Promise<Connection> {
  server = createServer((socket) => {
    let greeted = false;
    socket
      .on('error', () => {})
      .on('data', (data) => {
        hear(socket, data);
        if (!greeted && data.readInt32BE(4) === 0x30000)
          socket.write(Buffer.concat([message('R', '\0\0\0\0'), key, ready]));
        for (const [, answer] of data.toString('latin1').matchAll(/answer ([0-9a-f]+)/g))
          if (greeted) socket.write(Buffer.from(answer ?? '', 'hex'));
        greeted = true;
      });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pool = { max: 1, statementTimeout: 1000, lockTimeout: 1000, statements: 10 };
  connection = connect(`postgres://nobody@127.0.0.1:${port}/none`, pool);
  return connection;
}

const ask = async ({ db }: Connection, ...answer: Buffer[]) => {
  return db.execute(`answer ${Buffer.concat(answer).toString('hex')}`).then(
    () => 'done',
    (error) => databaseFailure(error)?.code ?? String(error),
  );
};

it('a commit that no standby confirmed fails, and no statement before or after it on the same connection', async () => {
  const to = await serve();
  await ask(to, done, ready);
  expect(
    await Promise.all([
      ask(to, done, ready),
      ask(to, done, notReplicated, ready),
      ask(to, done, ready),
      ask(to, notReplicated, done, ready),
      ask(to, done, ready),
    ]),
  ).toEqual(['done', 'COMMIT_NOT_REPLICATED', 'done', 'COMMIT_NOT_REPLICATED', 'done']);
});

it('fails also where the connection ends after the warning', async () => {
  const to = await serve((socket, data) => {
    if (data.includes('-- bye')) socket.end(Buffer.concat([done, notReplicated]));
  });
  await ask(to, done, ready);
  const error = await to.db.execute('insert -- bye').catch((reason: unknown) => reason);
  expect(databaseFailure(error)?.code).toBe('COMMIT_NOT_REPLICATED');
});

it('other warnings are reported, one of a kind, and fail nothing', async () => {
  const told: unknown[] = [];
  onWarning((notice) => told.push(notice));
  const to = await serve();
  expect(await ask(to, warning('55000', 'a'), done, ready)).toBe('done');
  expect(await ask(to, warning('55000', 'b'), warning('57P01', 'c'), done, ready)).toBe('done');
  expect(await ask(to, message('N', 'SNOTICE\0VNOTICE\0C00000\0Mx\0Rd\0\0'), done, ready)).toBe('done');
  expect(told).toEqual([
    { code: '55000', message: 'Breche Warten ab' },
    { code: '57P01', message: 'Breche Warten ab' },
  ]);
});

it('before a silent server is given up it is asked to end what it does', async () => {
  const cancelled: string[] = [];
  const to = await serve((_, data) => {
    if (data.readInt32BE(4) === 80_877_102) cancelled.push(data.toString('hex'));
  });
  await ask(to, done, ready);
  expect(await ask(to)).toBe('ETIMEDOUT');
  expect(cancelled).toEqual(['0000001004d2162e0000000701020304']);
});
