import { createServer, type Server, type Socket } from 'node:net';
import {
  fatal,
  isCancelRequest,
  isEncryptionRequest,
  messageLength,
  startsExtendedQuery,
} from './messages.ts';
import type { QueryQueue } from './query-queue.ts';

const tooMany = fatal('53300', 'the embedded database takes no more connections');

/**
 * The socket of the embedded database. What a client has sent up to a Sync is one turn of the queue and one call into
 * PostgreSQL; message by message a statement costs three.
 */
export class SocketServer {
  readonly #queue: QueryQueue;
  readonly #server: Server;
  readonly #ends = new Map<Socket, Promise<void>>();
  #connections = 0;

  constructor(queue: QueryQueue, maxConnections: number) {
    this.#queue = queue;
    this.#server = createServer((socket) => {
      if (this.#ends.size >= maxConnections) socket.end(tooMany);
      else this.#serve(socket);
    });
  }

  listen(path: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once('error', reject).listen(path, resolve);
    return promise;
  }

  /** Ends the connections and undoes what they have left open. */
  async stop(): Promise<void> {
    this.#server.close();
    for (const socket of this.#ends.keys()) socket.destroy();
    await Promise.all(this.#ends.values());
  }

  #serve(socket: Socket): void {
    const connection = ++this.#connections;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#ends.set(socket, promise);
    socket.on('error', () => {});
    socket.once('close', async () => {
      await this.#queue.end(connection);
      this.#ends.delete(socket);
      resolve();
    });
    const send = (messages: Buffer[]) =>
      this.#queue
        .enqueue(connection, messages, (answer) => {
          if (socket.writable) socket.write(answer);
        })
        .catch(() => socket.destroy());
    let hasStarted = false;
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let messages: Buffer[] = [];
      for (let length = 0; ; rest = rest.subarray(length)) {
        length = messageLength(rest, hasStarted);
        if (length === 0 || length > rest.length) break;
        const message = rest.subarray(0, length);
        if (!hasStarted && isCancelRequest(message)) return void socket.destroy();
        if (!hasStarted && isEncryptionRequest(message)) {
          socket.write('N');
          continue;
        }
        hasStarted = true;
        messages.push(message);
        if (startsExtendedQuery(message)) continue;
        send(messages);
        messages = [];
      }
      if (messages.length > 0) send(messages);
    });
  }
}
