import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Event } from '@daybook/domain';

/** A message as a receiver reads it. */
export interface Received {
  readonly id: string;
  readonly headers: Record<string, string>;
  readonly text: string;
  readonly type: string;
  readonly data: Event;
}

type Answer = (message: Received, response: ServerResponse, n: number) => void;

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const headers = request.headers as Record<string, string>;
  return { id: headers['webhook-id'] ?? '', headers, text, ...JSON.parse(text) };
}

/** A receiver of webhooks on this machine. `answer` decides what it does with its n-th message; without it, 200. */
export async function startReceiver(answer: Answer = (_message, response) => response.end('ok')) {
  const received: Received[] = [];
  let [open, most] = [0, 0];
  const listener: RequestListener = async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const message = await read(request).catch(() => undefined);
    if (!message) return;
    received.push(message);
    answer(message, response, received.length);
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    /** The most requests that were open at a time. */
    most: () => most,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Of each record the versions in the order in which they were first received. */
export function versionsOf(received: readonly Received[]): Map<string, number[]> {
  const versions = new Map<string, number[]>();
  const seen = new Set<string>();
  for (const { id, data } of received) {
    if (seen.has(id)) continue;
    seen.add(id);
    versions.set(data.record, [...(versions.get(data.record) ?? []), data.version ?? 0]);
  }
  return versions;
}
