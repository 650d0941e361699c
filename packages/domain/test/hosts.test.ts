import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type Connection, connect } from '../src/db/client.ts';
import { databaseFailure } from '../src/db/failures.ts';
import { unreadiness } from '../src/db/readiness.ts';

const servers: Server[] = [];
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  for (const server of servers.splice(0)) server.close();
});

const message = (type: string, body: string) => {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(Buffer.byteLength(body) + 4, 1);
  return Buffer.concat([head, Buffer.from(body)]);
};
const ready = message('Z', 'I');
const parameter = (name: string, value: string) => message('S', `${name}\0${value}\0`);

/** A server that answers queries with its name as their command, or refuses them. */
async function host(
  name: string,
  { isStandby = false, readOnly = 'off', refusesWrites = false } = {},
): Promise<{ at: string; calls: () => number }> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    let greeted = false;
    socket
      .on('error', () => {})
      .on('data', () => {
        const greeting = [
          message('R', '\0\0\0\0'),
          parameter('in_hot_standby', isStandby ? 'on' : 'off'),
          parameter('default_transaction_read_only', readOnly),
        ];
        const refusal = message('E', 'SERROR\0VERROR\0C25006\0Mread-only\0\0');
        const answer = refusesWrites ? refusal : message('C', `${name}\0`);
        socket.write(Buffer.concat(greeted ? [answer, ready] : [...greeting, ready]));
        greeted = true;
      });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { at: `127.0.0.1:${(server.address() as AddressInfo).port}`, calls: () => calls };
}

const wanting = (attributes: string, ...hosts: string[]) => {
  connection = connect(`postgres://me@${hosts.join(',')}/x?target_session_attrs=${attributes}`, {
    max: 1,
    statementTimeout: 1000,
    lockTimeout: 1000,
    statements: 10,
  });
  const { db } = connection;
  return () =>
    db.execute('who').then(
      (rows) => ('command' in rows ? rows.command : undefined),
      (error) => databaseFailure(error)?.code ?? String(error),
    );
};

it.each([
  ['read-write', { isStandby: true }],
  ['read-write', { readOnly: 'on' }],
  ['primary', { isStandby: true }],
])('%s passes over %j', async (attributes, state) => {
  const [first, second] = [await host('FIRST', state), await host('SECOND')];
  const ask = wanting(attributes, first.at, second.at);
  expect([await ask(), await ask(), await ask()]).toEqual(['CONNECT_READ_ONLY', 'SECOND', 'SECOND']);
  expect([first.calls(), second.calls()]).toEqual([1, 1]);
});

it('any takes the first that answers', async () => {
  const [first, second] = [await host('FIRST', { isStandby: true }), await host('SECOND')];
  const ask = wanting('any', '127.0.0.1:1', first.at, second.at);
  expect([await ask(), await ask(), await ask()]).toEqual(['ECONNREFUSED', 'FIRST', 'FIRST']);
});

it('a write that is refused since its server has become a standby ends the connection', async () => {
  const [first, second] = [await host('FIRST', { refusesWrites: true }), await host('SECOND')];
  const ask = wanting('read-write', first.at, second.at);
  expect([await ask(), await ask()]).toEqual(['25006', 'SECOND']);
});

it('one host too: no connection stays at a standby, and none is made again and again', async () => {
  const only = await host('ONLY', { isStandby: true });
  const ask = wanting('read-write', only.at);
  expect([await ask(), await ask()]).toEqual(['CONNECT_READ_ONLY', 'CONNECT_READ_ONLY']);
  if (connection) expect(await unreadiness(connection.db)).toBe('STANDBY');
  expect(only.calls()).toBe(3);
});
