import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { addressOf, listenError } from '../listen.ts';

/** Answers `GET /metrics`, on a port of its own. */
export interface MetricsServer {
  readonly url: string;
  close(): void;
}

/**
 * @param port 0 is any free one
 * @throws ListenError
 */
export async function serveMetrics(
  registry: Pick<Registry, 'metrics'> & { readonly contentType: string },
  host: string,
  port: number,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 5000, headersTimeout: 4000 }, async (request, response) => {
    const { method, url } = request;
    const isScrape = url?.split('?', 1)[0] === '/metrics';
    if (!isScrape || (method !== 'GET' && method !== 'HEAD')) {
      const status = isScrape ? 405 : 404;
      response.writeHead(status, { ...(isScrape && { allow: 'GET, HEAD' }), 'content-type': 'text/plain' });
      response.end('GET /metrics\n');
      return;
    }
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
      response.end(method === 'HEAD' ? undefined : text);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.maxConnections = 20;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(listenError(error, { host, port, hostName: 'METRICS_HOST', portName: 'METRICS_PORT' })),
    );
    server.listen(port, host, resolve);
  });
  const url = `${addressOf(host, (server.address() as AddressInfo).port)}/metrics`;
  return {
    url,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
