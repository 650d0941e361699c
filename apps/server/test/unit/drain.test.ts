import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { drain } from '../../src/drain.ts';

async function listening() {
  const server = createServer((_request, response) => response.end('served'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

test('a request on the last new connection is answered', async () => {
  const { server, port } = await listening();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const drained = drain(server, 100);
  while (server.listening) await wait(10);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const chunks = await socket.setEncoding('utf8').toArray();
  expect(chunks.join('')).toContain('served');
  await drained;
});

test('without connections it stops listening at once', async () => {
  const { server, port } = await listening();
  await drain(server, 3_600_000);
  const [error] = await once(connect(port, '127.0.0.1'), 'error');
  expect(error.code).toBe('ECONNREFUSED');
});
