import type { AddressInfo } from 'node:net';
import { initTRPC, type TRPCError } from '@trpc/server';
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { onTestFinished } from 'vitest';

/** A failure as the service tells it. */
class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly more: { readonly issues?: unknown; readonly retryAfter?: number | string };

  constructor(code: string, status: number, more: Refusal['more'] = {}) {
    super(`refused: ${code}`);
    this.code = code;
    this.status = status;
    this.more = more;
  }
}

export const refusal = (...args: ConstructorParameters<typeof Refusal>) => new Refusal(...args);
export const unavailable = (retryAfter?: number | string) =>
  refusal('UNAVAILABLE', 503, retryAfter === undefined ? {} : { retryAfter });
export const unauthenticated = () => refusal('UNAUTHENTICATED', 401);

interface Call {
  readonly path: string;
  readonly input: unknown;
  /** The access token. */
  readonly token: string | undefined;
}

interface Script {
  /** What a procedure answers, or throws. */
  readonly answer: (call: Call) => unknown;
  /** What stands before the service; true if it has answered, or will not. */
  readonly before?: (request: FastifyRequest, reply: FastifyReply) => boolean | undefined;
  /** What POST /auth/refresh answers. */
  readonly renew?: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

export interface FakeService {
  readonly url: string;
  /** Of each request: method and path of its address. */
  readonly requests: string[];
  readonly calls: Call[];
}

const t = initTRPC.context<{ token: string | undefined }>().create({
  isDev: false,
  errorFormatter: ({ shape, error: { cause }, path }) =>
    cause instanceof Refusal
      ? {
          code: shape.code,
          message: cause.message,
          data: {
            code: cause.code,
            httpStatus: cause.status,
            requestId: 'r1',
            path,
            issues: cause.more.issues,
          },
        }
      : shape,
});

/** tRPC over HTTP with the names of some procedures, which answer what the test says. Ends with the test. */
export async function fakeService({ answer, before, renew }: Script): Promise<FakeService> {
  const calls: Call[] = [];
  const requests: string[] = [];
  const resolve = async ({
    ctx,
    input,
    path,
  }: {
    ctx: { token: string | undefined };
    input: unknown;
    path: string;
  }) => {
    const call = { path, input, token: ctx.token };
    calls.push(call);
    return answer(call);
  };
  const any = t.procedure.input((input) => input);
  const query = any.query(resolve);
  const mutation = any.mutation(resolve);
  const router = t.router({
    auth: { login: mutation, me: query, logout: t.procedure.mutation(resolve) },
    bills: { get: query, list: query, create: mutation, update: mutation },
  });

  const app = Fastify({ routerOptions: { maxParamLength: 5000 }, forceCloseConnections: true });
  app.addHook('onRequest', async (request, reply) => {
    requests.push(`${request.method} ${request.url.split('?', 1)[0]}`);
    if (before?.(request, reply)) reply.hijack();
  });
  if (renew) app.post('/auth/refresh', async (request, reply) => renew(request, reply));
  await app.register(fastifyTRPCPlugin, {
    prefix: '/trpc',
    trpcOptions: {
      router,
      createContext: ({ req }: { req: FastifyRequest }) => ({
        token: req.headers.authorization?.replace('Bearer ', ''),
      }),
      responseMeta({ errors }: { errors: readonly TRPCError[] }) {
        const cause = errors[0]?.cause;
        const after = cause instanceof Refusal ? cause.more.retryAfter : undefined;
        return after === undefined ? {} : { headers: { 'retry-after': String(after) } };
      },
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, requests, calls };
}

/** What a call rejects with. @throws if it fulfils */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  const value = await call.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if ('answer' in value) throw new Error(`It did not fail, but answered ${JSON.stringify(value.answer)}.`);
  return value.error;
}
