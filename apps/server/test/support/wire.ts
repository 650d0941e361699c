import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { record } from './recording.ts';
import type { Answer } from './service.ts';

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

/** Bytes as they stand, and all that comes back until the server closes; a connection left open is cut after a second. */
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
    const limit = setTimeout(() => finish(false), 1000);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
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
