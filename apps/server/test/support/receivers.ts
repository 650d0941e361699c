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

/** A span as it was received; identifiers in hexadecimal. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** '' of a trace's first. */
  readonly parentId: string;
  readonly name: string;
  /** https://github.com/open-telemetry/opentelemetry-proto: 1 internal, 2 server, 3 client. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 0 unset, 1 ok, 2 error. */
  readonly status: number;
}

type Fields = Map<number, (Buffer | number)[]>;

/** The fields of a protobuf message (https://protobuf.dev/programming-guides/encoding/): bytes, and numbers. */
function fieldsOf(bytes: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const take = (length: number) => {
    at += length;
    return bytes.subarray(at - length, at);
  };
  while (at < bytes.length) {
    const key = varint();
    const type = key & 7;
    const value = type === 0 ? varint() : take(type === 1 ? 8 : type === 5 ? 4 : varint());
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
}

const messages = (fields: Fields, number: number) =>
  (fields.get(number) ?? []).map((one) => fieldsOf(one as Buffer));
const textOf = (fields: Fields, number: number, encoding: BufferEncoding = 'utf8') =>
  ((fields.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer).toString(encoding);

function attributesOf(fields: Fields, number: number): Record<string, string | number> {
  const pairs = messages(fields, number).map((pair) => {
    const [value] = messages(pair, 2);
    const whole = value?.get(3)?.[0] as number | undefined;
    return [textOf(pair, 1), whole ?? (value ? textOf(value, 1) : '')] as const;
  });
  return Object.fromEntries(pairs);
}

function spanOf(fields: Fields): ReceivedSpan {
  const [status] = messages(fields, 15);
  return {
    traceId: textOf(fields, 1, 'hex'),
    spanId: textOf(fields, 2, 'hex'),
    parentId: textOf(fields, 4, 'hex'),
    name: textOf(fields, 5),
    kind: Number(fields.get(6)?.[0] ?? 0),
    attributes: attributesOf(fields, 9),
    status: Number(status?.get(3)?.[0] ?? 0),
  };
}

/** Receives traces as a collector does: OTLP over HTTP, protobuf. */
export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, string | number>[] = [];
  const requests: { path: string; contentType: string }[] = [];
  const bodies: Buffer[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    bodies.push(body);
    requests.push({ path: request.url ?? '', contentType: request.headers['content-type'] ?? '' });
    for (const resourceSpans of messages(fieldsOf(body), 1)) {
      resources.push(...messages(resourceSpans, 1).map((resource) => attributesOf(resource, 1)));
      for (const scope of messages(resourceSpans, 2)) spans.push(...messages(scope, 2).map(spanOf));
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resources,
    requests,
    /** Everything that was received, as text. */
    text: () => Buffer.concat(bodies).toString('latin1'),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
