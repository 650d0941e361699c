import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it, test } from 'vitest';
import { DatabaseAddressError, parseAddress, rotationOf } from '../src/db/address.ts';
import { type Connection, connect } from '../src/db/client.ts';
import { databaseFailure } from '../src/db/failures.ts';
import { unreadiness } from '../src/db/readiness.ts';

const me = 'postgres://me:p%40ss@';

test.each([
  ['one host', `${me}db/x`, [['db', 5432]], `${me}db/x`, 'db:5432/x'],
  [
    'several, each with its port',
    `${me}h1:5432,h2:5433/x?sslmode=require`,
    [
      ['h1', 5432],
      ['h2', 5433],
    ],
    `${me}h1:5432/x?sslmode=require`,
    'h1:5432,h2:5433/x',
  ],
  [
    'several, some without',
    `${me}h1,h2:5433,h3/x`,
    [
      ['h1', 5432],
      ['h2', 5433],
      ['h3', 5432],
    ],
    `${me}h1/x`,
    'h1:5432,h2:5433,h3:5432/x',
  ],
  [
    'IPv6',
    'postgres://[::1]:5433,[fe80::2],10.0.0.1/x',
    [
      ['::1', 5433],
      ['fe80::2', 5432],
      ['10.0.0.1', 5432],
    ],
    'postgres://[::1]:5433/x',
    '[::1]:5433,[fe80::2]:5432,10.0.0.1:5432/x',
  ],
])('%s', (_, address, hosts, firstHostUrl, display) => {
  const parsed = parseAddress(address);
  expect(parsed.hosts).toEqual(hosts.map(([host, port]) => ({ host, port })));
  expect(parsed).toMatchObject({ firstHostUrl, display });
  expect(parsed.targetSessionAttrs).toBeUndefined();
});

describe('target_session_attrs', () => {
  it.each(['read-write', 'primary'])('%s', (targetSessionAttrs) => {
    expect(parseAddress(`${me}h1,h2/x?target_session_attrs=${targetSessionAttrs}&a=b`)).toMatchObject({
      targetSessionAttrs,
      firstHostUrl: `${me}h1/x?a=b`,
    });
  });

  it('any is as none', () => {
    expect(parseAddress(`${me}h1/x?target_session_attrs=any`)).toEqual(parseAddress(`${me}h1/x`));
  });

  it.each(['standby', 'read-only', 'prefer-standby', 'x'])('%s is refused', (word) => {
    expect(() => parseAddress(`${me}h1/x?target_session_attrs=${word}`)).toThrow(
      `DATABASE_URL has target_session_attrs=${word}, and Daybook writes; give read-write, primary or any.`,
    );
  });
});

it.each(['postgres://h1:5432,/x', 'postgres://,h2/x', 'postgres://h1:port,h2/x', 'postgres:///x', 'h1,h2'])(
  '%s cannot be read',
  (address) => expect(() => parseAddress(address)).toThrow(DatabaseAddressError),
);

it('takes another host after a failure, once for all connections that met it', () => {
  const turn = rotationOf(parseAddress('postgres://a,b,c/turns'));
  const first = turn.next();
  turn.failed(first);
  turn.failed(first);
  expect(turn.next().host).toBe('b');
  expect(rotationOf(parseAddress('postgres://a,b,c/turns')).next().host).toBe('b');
  turn.failed(turn.next());
  turn.failed(turn.next());
  expect(turn.next().host).toBe('a');
});

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
