import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { expectFailure } from '../support/failing.ts';
import { type Service, startService } from '../support/service.ts';
import { parseRaw, sendRaw } from '../support/wire.ts';

// Where one request ends and the next begins: shapes on which a proxy and a server may disagree (request smuggling).
let service: Service;
beforeAll(async () => {
  service = await startService({ limitLogins: false });
});
afterAll(() => service.close());

const host = 'Host: x\r\n';
const body = '{"username":"nobody","password":"wrong"}';
const size = body.length.toString(16);
const login = `POST /auth HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
const chunked = `${login}Transfer-Encoding: chunked\r\n\r\n`;
const end = '\r\n0\r\n\r\n';
/** Its answer ends the connection, so that nobody has to wait. */
const next = `GET /healthz HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;

const statuses = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('a request whose end is in doubt gets one answer, and the connection is closed', () => {
  const shapes: [string, string, number?][] = [
    [
      'both lengths, the other way round',
      `${login}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    ],
    [
      'both lengths in mixed case',
      `${login}tRANSFER-eNCODING: chunked\r\ncONTENT-lENGTH: 4\r\n\r\n${size}\r\n${body}${end}`,
    ],
    ['both lengths, the one 0', `${login}Content-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [
      'the same length twice',
      `${login}Content-Length: ${body.length}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ],
    [
      'two lengths in different case',
      `${login}content-length: ${body.length}\r\nCONTENT-LENGTH: 2\r\n\r\n${body}`,
    ],
    ['a hexadecimal length', `${login}Content-Length: 0x28\r\n\r\n${body}`],
    ['a length in two words', `${login}Content-Length: 4 0\r\n\r\n${body}`],
    ['no length at all', `${login}Content-Length: \r\n\r\n${body}`],
    ['a length beyond all numbers', `${login}Content-Length: 99999999999999999999\r\n\r\n${body}`],
    [
      'chunked, then identity',
      `${login}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
    ],
    ['a quoted coding', `${login}Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n`],
    ['a vertical tab before the coding', `${login}Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n`],
    ['chunks in HTTP/1.0', `POST /auth HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
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
    ['a CR alone between headers', `GET /healthz HTTP/1.1\r\nHost: x\rX: y\r\n\r\n`],
    ['a folded first header', `GET /healthz HTTP/1.1\r\n X: y\r\n${host}\r\n`],
    ['a folded length', `${login}Content-Length:\r\n ${body.length}\r\n\r\n${body}`],
    ['a blank before the method', ` GET /healthz HTTP/1.1\r\n${host}\r\n`],
    ['a blank in a header’s name', `GET /healthz HTTP/1.1\r\n${host}X y: 1\r\n\r\n`],
    ['HTTP/0.9', 'GET /healthz\r\n\r\n'],
    ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['an escape code in the path', `GET /a\x1b[2Jb HTTP/1.1\r\n${host}\r\n`],
  ];
  it.each(shapes)('%s', async (_, bytes, status = 400) => {
    const { text, closed } = await sendRaw(service.url, bytes + next);
    expect([statuses(text), closed], text).toEqual([[status], true]);
    const answer = parseRaw(text);
    expectFailure(answer, status, status === 413 ? 'PAYLOAD_TOO_LARGE' : 'VALIDATION');
    for (const [name, value] of Object.entries(securityHeaders)) expect(answer.headers.get(name)).toBe(value);
  });
});

describe('a request whose end is plain leaves the next one whole', () => {
  const shapes: [string, string, number][] = [
    ['chunks in capitals', `${login}TRANSFER-ENCODING: CHUNKED\r\n\r\n${size}\r\n${body}${end}`, 401],
    ['a chunk extension', `${chunked}${size};a=b;c="d"\r\n${body}\r\n0;x\r\n\r\n`, 401],
    ['many chunks', `${chunked}${[...body].map((sign) => `1\r\n${sign}\r\n`).join('')}0\r\n\r\n`, 401],
    ['a tab before the coding', `${login}Transfer-Encoding:\tchunked\r\n\r\n${size}\r\n${body}${end}`, 401],
    [
      'a body of GET that looks like a request',
      `GET /healthz HTTP/1.1\r\n${host}Content-Length: ${next.length}\r\n\r\n${next}`,
      200,
    ],
    [
      'a body that an operation ignores',
      `DELETE /auth/logout HTTP/1.1\r\n${host}Content-Length: ${next.length}\r\n\r\n${next}`,
      401,
    ],
    [
      'a body sent to no path',
      `POST /nothing HTTP/1.1\r\n${host}Content-Length: ${next.length}\r\n\r\n${next}`,
      404,
    ],
    ['empty lines before', `\r\n\r\nGET /healthz HTTP/1.1\r\n${host}\r\n`, 200],
  ];
  it.each(shapes)('%s', async (_, bytes, status) => {
    const { text } = await sendRaw(service.url, bytes + next);
    expect(statuses(text), text).toEqual([status, 200]);
  });

  it.each(['/healthz', '/openapi.json'])(
    'HTTP/1.0 without a Host, as some balancers ask: %s',
    async (path) => {
      const { text, closed } = await sendRaw(service.url, `GET ${path} HTTP/1.0\r\n\r\n`);
      expect([statuses(text), closed]).toEqual([[200], true]);
    },
  );

  it.each(['websocket', 'h2c', 'TLS/1.2'])(
    'an upgrade to %s is not made: the request is answered',
    async (protocol) => {
      const upgrade = `Connection: close, Upgrade\r\nUpgrade: ${protocol}\r\nHTTP2-Settings: AAA\r\n`;
      const { text } = await sendRaw(service.url, `GET /healthz HTTP/1.1\r\n${host}${upgrade}\r\n`);
      expect(statuses(text)).toEqual([200]);
    },
  );

  it('a harmless trailer gives nobody a token', async () => {
    const { token } = await service.person('User');
    const trailer = `PATCH /users/preferences HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: Authorization\r\n\r\n`;
    const bytes = `${trailer}10\r\n{"theme":"dark"}\r\n0\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    expect(statuses((await sendRaw(service.url, bytes + next)).text)[0]).toBe(401);
  });
});

describe('the Host', () => {
  it.each([
    ['twice', 'Host: x\r\nHost: y\r\n'],
    ['twice the same', 'Host: x\r\nhost: x\r\n'],
    ['with a path', 'Host: x/../y\r\n'],
    ['with a user', 'Host: x@evil.example\r\n'],
    ['with a blank', 'Host: x y\r\n'],
    ['with a port that is none', 'Host: x:80a\r\n'],
    ['missing', ''],
  ])('is refused %s', async (_, lines) => {
    const { text } = await sendRaw(service.url, `GET /app HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
    expectFailure(parseRaw(text), 400, 'VALIDATION');
  });

  it.each(['x', 'daybook.example.org:8443', '127.0.0.1', '[::1]:3000', 'a_b', ''])(
    'may be %j',
    async (name) => {
      const { text } = await sendRaw(
        service.url,
        `GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
      );
      expect(statuses(text)).toEqual([200]);
    },
  );

  it.each(['/', '/app', '/docs', '/docs?x=1', '/app?next=//evil.example'])(
    'and what else names a host is in no redirect of %s',
    async (path) => {
      const heads = [
        'Host: evil.example\r\n',
        `${host}X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\n`,
        `${host}Forwarded: host=evil.example\r\nX-Original-URL: /evil.example\r\n`,
      ];
      for (const target of [path, `http://evil.example${path}`])
        for (const head of heads) {
          const bytes = `GET ${target} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;
          const { text } = await sendRaw(service.url, bytes);
          expect(/^location: (.*)\r$/im.exec(text)?.[1], text.slice(0, 200)).toMatch(/^\/(app|docs)\/$/);
        }
    },
  );
});
