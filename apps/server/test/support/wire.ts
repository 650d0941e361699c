import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type Issue, issueCodes } from '@daybook/domain';
import { expect } from 'vitest';
import { connectPools } from '../../src/database.ts';
import { buildApp } from '../../src/http/app.ts';
import type { Dependencies } from '../../src/http/dependencies.ts';
import { issueMeanings } from '../../src/http/failure-schema.ts';
import { type Answer, record, type Service } from './service.ts';

interface Message {
  readonly token?: string | undefined;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: string | Uint8Array | undefined;
}

export interface WireAnswer extends Answer {
  readonly text: string;
}

/**
 * One connection over which anything may be sent that node's client can write. It is kept alive, unless the server
 * says that it closes it, as after a body that could not be read.
 */
export function openWire(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port } = new URL(url);

  let closing = true;

  const send = async (method: string, path: string, { token, headers = {}, body }: Message = {}) => {
    const sent = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers };
    const answer = await new Promise<WireAnswer>((resolve, reject) => {
      const sending = request({ agent, hostname, port, method, path, headers: sent }, (response) => {
        const shifted = !closing && !sending.reusedSocket;
        closing = response.headers.connection === 'close';
        if (shifted) reject(new Error('The server closed the connection without saying so.'));
        else read(response).then(resolve, reject);
      });
      sending.on('error', reject);
      sending.end(body);
    });
    record({ method, path, headers: sent, body }, answer);
    return answer;
  };

  return { send, close: () => agent.destroy() };
}

async function read(answer: IncomingMessage): Promise<WireAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const isJson = headers.get('content-type')?.startsWith('application/json') && text !== '';
  return { status: answer.statusCode ?? 0, headers, body: isJson ? JSON.parse(text) : text, text };
}

/** Bytes as they stand, and all that comes back until the server closes; a connection left open is cut a second after the last of it. */
export const sendRaw = (url: string, bytes: string): Promise<{ text: string; closed: boolean }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    let text = '';
    const finish = (closed: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      resolve({ text, closed });
    };
    let limit: NodeJS.Timeout | undefined;
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      limit = limit?.refresh() ?? setTimeout(() => finish(false), 1000);
    });
    socket.on('end', () => finish(true));
    socket.on('error', (error) => (text === '' ? reject(error) : finish(true)));
    socket.write(bytes, 'latin1');
  });

/** A raw answer taken apart. */
export function parseRaw(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = new Headers(
    fields.map((field): [string, string] => {
      const at = field.indexOf(':');
      return [field.slice(0, at), field.slice(at + 1).trim()];
    }),
  );
  return { status: Number(line.split(' ')[1]), headers, body: body ? JSON.parse(body) : '' };
}

/** The application once more, with some of its dependencies replaced; its address, and how to end it. */
export async function listenWith(service: Service, replaced: Partial<Dependencies>) {
  const app = await buildApp({ ...service.dependencies, ...replaced });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return { app, url, close: () => app.close() };
}

/** Pools on a database server that is not there. */
export const deadPools = () => connectPools('postgres://nobody:secret@127.0.0.1:1/nothing');

/** What no answer may hold: SQL, parameters, hashes, stacks, paths. */
const leaks =
  /\$argon2|Failed query|params:|\n\s+at |node_modules|\/packages\/|\/home\/|\.ts:\d|password_hash|\b(select|insert into|update) .* (from|values|set) |SQLSTATE|PostgresError|DrizzleQuery|\bECONN/i;

/** What every issue has: a code of the closed set, the params of its meaning, and words for people. */
export function expectCoded(issues: readonly Issue[]): void {
  for (const { path: _, code, params, message, ...others } of issues) {
    expect(others).toEqual({});
    expect(issueCodes).toContain(code);
    expect(code, 'an issue that the schemas give no code').not.toBe('invalid');
    const named = [...issueMeanings[code].matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(Object.keys(params ?? {}).sort(), code).toEqual(named.sort());
    expect(message).toMatch(/^(is|has|must|takes) /);
  }
}

const sent = ({ body }: Answer) => (typeof body === 'string' ? body : JSON.stringify(body));

/** What holds for every answer whatever was sent: no crash, JSON, nothing of the inside, no sniffing. */
export function expectSound(answer: Answer): void {
  expect(answer.status, sent(answer)).toBeLessThan(500);
  expect(sent(answer)).not.toMatch(leaks);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-type')).toMatch(
    /^(application\/json(; charset=utf-8)?|text\/event-stream)$/,
  );
}

/** The one shape of a failure over REST. @returns the names of the fields at fault */
export function expectFailure(answer: Answer, status: number, code: string): string[] {
  expect([answer.status, answer.body?.error?.code], sent(answer)).toEqual([status, code]);
  expect(sent(answer)).not.toMatch(leaks);
  const { error, ...rest } = answer.body;
  expect(rest).toEqual({ success: false, message: expect.stringMatching(/\S/) });
  const { methods, ...others } = error;
  expect(Object.keys(others).filter((key) => key !== 'issues')).toEqual(['code', 'requestId']);
  if (methods !== undefined) expect(code).toMatch(/^SECOND_FACTOR_/);
  expect(error.requestId).toMatch(/^[\w.-]{1,64}$/);
  const issues: Issue[] = error.issues ?? [];
  expectCoded(issues);
  return [...new Set(issues.map(({ path }) => path.join('.')))].sort();
}

/** The one shape of a failure over tRPC. @returns the names of the fields at fault */
export function expectTrpcFailure(answer: Answer, status: number, code: string): string[] {
  const { data, message } = answer.body?.error ?? {};
  expect([answer.status, data?.code, data?.httpStatus], sent(answer)).toEqual([status, code, status]);
  expect(sent(answer)).not.toMatch(leaks);
  expect(message).toMatch(/\S/);
  expect(data.stack).toBeUndefined();
  expect(data.requestId).toMatch(/^[\w.-]{1,64}$/);
  expect(answer.headers.get('x-request-id')).toBe(data.requestId);
  const issues: Issue[] = data.issues ?? [];
  expectCoded(issues);
  return [...new Set(issues.map(({ path }) => path.join('.')))].sort();
}

/** What the answer to every request that failed carries. */
export function expectFailureHeaders({ headers, body }: Answer): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toBe(body.error.requestId);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
}
