import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Connection, connect, onWarning } from '../../src/db/client.ts';
import { databaseFailure } from '../../src/db/failures.ts';

let server: Server | undefined;
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

it('other warnings are told of, one of a kind, and fail nothing', async () => {
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
