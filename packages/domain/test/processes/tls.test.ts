import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DatabaseAddressError } from '../../src/db/address.ts';
import { type Connection, connect } from '../../src/db/client.ts';
import { databaseFailure } from '../../src/db/failures.ts';
import { tlsOf } from '../../src/db/socket.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'daybook-tls-'));
const file = (name: string) => join(folder, name);

beforeAll(() => {
  if (!hasOpenssl) return;
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    name,
  ];
  openssl('req', '-x509', ...key('ca.key'), '-subj', '/CN=Test CA', '-days', '2', '-out', 'ca.pem');
  openssl('req', ...key('server.key'), '-subj', '/CN=localhost', '-out', 'server.csr');
  writeFileSync(file('names'), 'subjectAltName=DNS:localhost');
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-out', 'server.pem');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Connections on which TLS came about. */
let calls = 0;
let server: Server | undefined;
let connection: Connection | undefined;
afterEach(async () => {
  await connection?.close();
  server?.close();
});

const message = (type: string, body: Buffer) => {
  const head = Buffer.from(`${type}\0\0\0\0`);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const ready = message('Z', Buffer.from('I'));
const greeting = Buffer.concat([message('R', Buffer.alloc(4)), ready]);
const refusal = Buffer.concat([message('E', Buffer.from('SERROR\0CXX001\0Mheard\0\0')), ready]);

/**
 * PostgreSQL's side of TLS. It answers as many queries as `answers`, each with the error XX001, and is silent then.
 * @returns an address on `host`
 */
async function serve(
  host: string,
  { offers = true, answers = Infinity, hangsUp = false } = {},
): Promise<string> {
  const talk = (socket: Socket) => {
    let heard = 0;
    calls += 1;
    socket
      .on('error', () => {})
      .on('data', () => {
        if (hangsUp) socket.end();
        else if (heard === 0) socket.write(greeting);
        else if (heard <= answers) socket.write(refusal);
        heard += 1;
      });
  };
  server = createServer((socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(offers ? 'S' : 'N');
        const pair = { key: readFileSync(file('server.key')), cert: readFileSync(file('server.pem')) };
        talk(offers ? new TLSSocket(socket, { isServer: true, ...pair }) : socket);
      });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `postgres://nobody@${host}:${(server.address() as AddressInfo).port}/none`;
}

function asker(address: string) {
  connection = connect(address, { max: 1, statementTimeout: 1000, lockTimeout: 1000, statements: 9 });
  const { db } = connection;
  return () => db.execute('select 1').then(String, (error) => databaseFailure(error)?.code ?? String(error));
}
const withRoot = (mode: string) => `?sslmode=${mode}&sslrootcert=${file('ca.pem')}`;

it.each(['require', 'verify-ca', 'verify-full'])('%s is not content without TLS', async (mode) => {
  const ask = asker(`${await serve('localhost', { offers: false })}?sslmode=${mode}`);
  expect(await ask()).toBe('CONNECT_WITHOUT_TLS');
  expect(await ask()).toBe('CONNECT_WITHOUT_TLS');
});

describe('with certificates', () => {
  beforeEach(({ skip }) => skip(!hasOpenssl, 'no openssl was found, and Node makes no certificates'));

  it.each([
    ['localhost', '?sslmode=require', 'XX001'],
    ['localhost', withRoot('verify-ca'), 'XX001'],
    ['localhost', withRoot('verify-full'), 'XX001'],
    ['127.0.0.1', withRoot('verify-ca'), 'XX001'],
    // A name in the certificate that is not the host's. The driver alone takes an address for `localhost`.
    ['127.0.0.1', withRoot('verify-full'), 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['localhost', '?sslmode=verify-full', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['localhost', '?sslmode=verify-ca', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ])('a certificate for localhost of a private authority: %s%s', async (host, query, expected) => {
    const ask = asker((await serve(host)) + query);
    expect(await ask()).toBe(expected);
    expect(await ask()).toBe(expected);
  });

  it('gives up a server that says nothing any more over TLS', async () => {
    const ask = asker(`${await serve('localhost', { answers: 1 })}?sslmode=require`);
    expect(await ask()).toBe('XX001');
    const begin = performance.now();
    expect(await ask()).toBe('ETIMEDOUT');
    expect(performance.now() - begin).toBeLessThan(8000);
  });

  it('of several hosts, checks the name of the one that is connected to', async () => {
    const { port } = new URL(await serve('localhost'));
    const ask = asker(
      `postgres://nobody@127.0.0.1:${port},localhost:${port}/none?sslmode=verify-full&sslrootcert=${file('ca.pem')}`,
    );
    expect([await ask(), await ask()]).toEqual(['ERR_TLS_CERT_ALTNAME_INVALID', 'XX001']);
  });

  it('does not spin at a server that hangs up over TLS', async () => {
    calls = 0;
    const ask = asker(`${await serve('localhost', { hangsUp: true })}?sslmode=require`);
    expect([await ask(), await ask()]).toEqual(['ECONNRESET', 'ECONNRESET']);
    expect(calls).toBeLessThan(10);
  });
});

it('understands the words of libpq', () => {
  const of = (query: string) => tlsOf(`postgres://me:p%40ss@db.example.com/x?application_name=a${query}`);
  const address = 'postgres://me:p%40ss@db.example.com/x?application_name=a';
  expect(of('')).toEqual({ address });
  expect(of('&sslmode=disable')).toEqual({ address, ssl: false });
  expect(of('&sslmode=prefer')).toEqual({ address, ssl: 'prefer' });
  expect(of('&sslmode=require')).toEqual({ address, ssl: { rejectUnauthorized: false } });
  expect(of('&sslmode=verify-full')).toEqual({ address, ssl: { rejectUnauthorized: true } });
  expect(of('&sslrootcert=system')).toEqual({ address, ssl: { rejectUnauthorized: true } });
  expect(of(`&sslcert=${import.meta.filename}`)).toMatchObject({ ssl: { rejectUnauthorized: false } });
  expect(() => of('&sslmode=verify_full')).toThrow(DatabaseAddressError);
  expect(() => of('&sslmode=require&sslrootcert=/none')).toThrow(/sslrootcert \/none .* \(ENOENT\)/);
});
