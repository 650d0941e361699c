import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer } from './service.ts';

interface Sent {
  readonly method: string;
  /** Below the base path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

const folder = process.env.EXCHANGES;
if (folder) mkdirSync(folder, { recursive: true });
const file = join(folder ?? '', `${process.pid}-${Date.now()}.ndjson`);

const text = (body: string | Uint8Array) => (typeof body === 'string' ? body : Buffer.from(body).toString());

/** With EXCHANGES set to a folder, what tests say and hear is written there, a line each, for apps/conformance to compare. */
export function record({ method, path, headers, body }: Sent, answer: Answer): void {
  if (!folder) return;
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const request = {
    method,
    url: `http://127.0.0.1${path}`,
    headers: Object.fromEntries(lower),
    ...(body !== undefined && { body: text(body) }),
  };
  const response = {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body),
  };
  appendFileSync(file, `${JSON.stringify({ request, response })}\n`);
}
