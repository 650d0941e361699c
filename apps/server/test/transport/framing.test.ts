import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { securityHeaders } from '../../src/http/response-headers.ts';
import { uploadLimit } from '../../src/http/rest.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectFailureHeaders, listenWith, parseRaw, sendRaw } from '../support/wire.ts';

// Where one request ends and the next begins: shapes on which a proxy and a server may disagree (request smuggling).
const it = test.extend('settings', { scope: 'file' }, { limitLogins: false });

const host = 'Host: x\r\n';
const body = '{"username":"nobody","password":"wrong"}';
const size = body.length.toString(16);
const login = `POST /auth HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
const chunked = `${login}Transfer-Encoding: chunked\r\n\r\n`;
const end = '\r\n0\r\n\r\n';
const none = '0\r\n\r\n';
/** Its answer ends the connection, so that nobody has to wait. */
const next = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
const long = 'x'.repeat(20_000);

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('a request whose end is in doubt gets one answer, and the connection is closed', () => {
  const codes: Readonly<Record<number, string>> = {
    400: 'VALIDATION',
    413: 'PAYLOAD_TOO_LARGE',
    414: 'URI_TOO_LONG',
    431: 'HEADERS_TOO_LARGE',
  };
  const lengths: [string, string][] = [
    ['both lengths', `${login}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n${none}`],
    [
      'both lengths, the other way round',
      `${login}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${none}`,
    ],
    [
      'both lengths in mixed case',
      `${login}tRANSFER-eNCODING: chunked\r\ncONTENT-lENGTH: 4\r\n\r\n${size}\r\n${body}${end}`,
    ],
    ['both lengths, the one 0', `${login}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n${none}`],
    ['two content lengths', `${login}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
    [
      'the same length twice',
      `${login}Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'two lengths in different case',
      `${login}content-length: ${body.length}\r\nCONTENT-LENGTH: 2\r\n\r\n${body}`,
    ],
    ['a list of content lengths', `${login}Content-Length: 2, 2\r\n\r\n{}`],
    ['a negative content length', `${login}Content-Length: -2\r\n\r\n{}`],
    ['a signed content length', `${login}Content-Length: +2\r\n\r\n{}`],
    ['a hexadecimal length', `${login}Content-Length: 0x28\r\n\r\n${body}`],
    ['a length in two words', `${login}Content-Length: 4 0\r\n\r\n${body}`],
    ['no length at all', `${login}Content-Length: \r\n\r\n${body}`],
    ['a length beyond all numbers', `${login}Content-Length: 99999999999999999999\r\n\r\n${body}`],
    ['a folded length', `${login}Content-Length:\r\n ${body.length}\r\n\r\n${body}`],
  ];
  const codings: [string, string][] = [
    ['an unknown transfer coding', `${login}Transfer-Encoding: xchunked\r\n\r\n${none}`],
    ['chunked twice over', `${login}Transfer-Encoding: chunked, identity\r\n\r\n${none}`],
    [
      'chunked, then identity',
      `${login}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${none}`,
    ],
    ['a space before the colon', `${login}Transfer-Encoding : chunked\r\n\r\n${none}`],
    ['a folded header', `${login}Transfer-Encoding:\r\n chunked\r\n\r\n${none}`],
    ['a quoted coding', `${login}Transfer-Encoding: "chunked"\r\n\r\n${none}`],
    ['a vertical tab before the coding', `${login}Transfer-Encoding:\x0bchunked\r\n\r\n${none}`],
    ['chunks in HTTP/1.0', `POST /auth HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n${none}`],
  ];
  const chunks: [string, string, number?][] = [
    ['a chunk of no size', `${chunked}xyz\r\n{}${end}`],
    ['an LF after the chunk’s size', `${chunked}${size}\n${body}${end}`],
    ['an LF within a chunk extension', `${chunked}${size};a\n${body}${end}`],
    ['an LF after an empty extension', `${chunked}${size};\nxx\r\n${body}${end}`],
    ['LFs alone around chunks', `${chunked}${size}\n${body}\n0\n\n`],
    ['a blank after the size', `${chunked}${size} \r\n${body}${end}`],
    ['a size with 0x', `${chunked}0x${size}\r\n${body}${end}`],
    ['a size with a sign', `${chunked}+${size}\r\n${body}${end}`],
    ['a negative size', `${chunked}-1\r\n${body}${end}`],
    ['a size beyond 64 bits', `${chunked}fffffffffffffffff\r\n${body}${end}`],
    ['a chunk longer than it says', `${chunked}2\r\n${body}${end}`],
    ['a trailer with a length', `${chunked}${size}\r\n${body}\r\n0\r\nContent-Length: 5\r\n\r\n`],
    ['a trailer with a coding', `${chunked}${size}\r\n${body}\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ['a chunk extension of 20 KB', `${chunked}${size};${'a'.repeat(20_000)}\r\n${body}${end}`, 413],
  ];
  const heads: [string, string, number?][] = [
    ['lines that end in LF', 'POST /auth HTTP/1.1\nHost: x\nContent-Length: 2\n\n{}'],
    ['a CR alone between headers', `GET /healthz HTTP/1.1\r\nHost: x\rX: y\r\n\r\n`],
    ['a folded first header', `GET /healthz HTTP/1.1\r\n X: y\r\n${host}\r\n`],
    ['a blank before the method', ` GET /healthz HTTP/1.1\r\n${host}\r\n`],
    ['a blank in a header’s name', `GET /healthz HTTP/1.1\r\n${host}X y: 1\r\n\r\n`],
    ['NUL in the path', `GET /users\0 HTTP/1.1\r\n${host}\r\n`],
    ['NUL in a header', `GET /users HTTP/1.1\r\n${host}X: \0\r\n\r\n`],
    ['an escape code in the path', `GET /a\x1b[2Jb HTTP/1.1\r\n${host}\r\n`],
    ['an unknown method', `FOO / HTTP/1.1\r\n${host}\r\n`],
    ['an unknown version', `GET / HTTP/9.9\r\n${host}\r\n`],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n'],
    ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an address of 20 KB', `GET /${long} HTTP/1.1\r\n${host}\r\n`, 414],
    ['a query of 20 KB', `GET /healthz?${long} HTTP/1.1\r\n${host}\r\n`, 414],
    ['a header of 20 KB', `GET /healthz HTTP/1.1\r\n${host}X: ${long}\r\n\r\n`, 431],
    ['ten thousand headers', `GET /healthz HTTP/1.1\r\n${host}${'X: 1\r\n'.repeat(10_000)}\r\n`, 431],
  ];
  it.for([...lengths, ...codings, ...chunks, ...heads])(
    '%s',
    async ([, bytes, status = 400], { service }) => {
      const { text, closed } = await sendRaw(service.url, bytes + next);
      expect([statuses(text), closed], text).toEqual([[status], true]);
      const answer = parseRaw(text);
      expectFailure(answer, status, codes[status] ?? '');
      expectFailureHeaders(answer);
      for (const [name, value] of Object.entries(securityHeaders))
        expect(answer.headers.get(name)).toBe(value);
    },
  );

  it('and everybody else is left alone', async ({ service, admin }) => {
    expect(await service.logIn(admin.username)).toMatch(/^ey/);
    expect((await service.call('GET', '/readyz')).status).toBe(200);
  });
});

describe('a request whose end is plain leaves the next one whole', () => {
  const ignored = `${host}Content-Length: ${next.length}\r\n\r\n${next}`;
  const shapes: [string, string, number][] = [
    ['chunks in capitals', `${login}TRANSFER-ENCODING: CHUNKED\r\n\r\n${size}\r\n${body}${end}`, 401],
    ['a chunk extension', `${chunked}${size};a=b;c="d"\r\n${body}\r\n0;x\r\n\r\n`, 401],
    ['many chunks', `${chunked}${[...body].map((sign) => `1\r\n${sign}\r\n`).join('')}0\r\n\r\n`, 401],
    ['a tab before the coding', `${login}Transfer-Encoding:\tchunked\r\n\r\n${size}\r\n${body}${end}`, 401],
    ['a body of GET that looks like a request', `GET /healthz HTTP/1.1\r\n${ignored}`, 200],
    ['a body that an operation ignores', `DELETE /auth/logout HTTP/1.1\r\n${ignored}`, 401],
    ['a body sent to no path', `POST /nothing HTTP/1.1\r\n${ignored}`, 404],
    ['empty lines before', `\r\n\r\nGET /healthz HTTP/1.1\r\n${host}\r\n`, 200],
    ['an unknown expectation', `GET /healthz HTTP/1.1\r\n${host}Expect: x\r\n\r\n`, 200],
  ];
  it.for(shapes)('%s', async ([, bytes, status], { service }) => {
    const { text } = await sendRaw(service.url, bytes + next);
    expect(statuses(text), text).toEqual([status, 200]);
  });

  it.for(['/healthz', '/openapi.json'])(
    'HTTP/1.0 without a Host, as some balancers ask: %s',
    async (path, { service }) => {
      const { text, closed } = await sendRaw(service.url, `GET ${path} HTTP/1.0\r\n\r\n`);
      expect([statuses(text), closed]).toEqual([[200], true]);
    },
  );

  it.for(['websocket', 'h2c', 'TLS/1.2'])(
    'an upgrade to %s is not made: the request is answered',
    async (protocol, { service }) => {
      const upgrade = `Connection: close, Upgrade\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAA\r\n`;
      const { text } = await sendRaw(service.url, `GET /healthz HTTP/1.1\r\n${host}${upgrade}\r\n`);
      expect(statuses(text)).toEqual([200]);
    },
  );

  it('a harmless trailer gives nobody a token', async ({ service, user: { token } }) => {
    const head = `PATCH /users/preferences HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
    const trailer = `Transfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n`;
    const bytes = `${head}${trailer}10\r\n{"theme":"dark"}\r\n0\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    expect(statuses((await sendRaw(service.url, bytes + next)).text)[0]).toBe(401);
  });
});

it('a body that never ends is 408', async ({ service }) => {
  const { app, url, close } = await listenWith(service, {});
  // An upload of the largest size goes at 2 Mbit/s and less.
  expect(app.server.requestTimeout).toBeGreaterThan((uploadLimit * 8) / 2000);
  app.server.headersTimeout = 50;
  app.server.requestTimeout = 100;
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
    socket.write(`${login}Content-Length: 10\r\n\r\n{"a"`);
  });
  await close();
  expectFailure(parseRaw(text), 408, 'REQUEST_TIMEOUT');
});
