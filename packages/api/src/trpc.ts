import {
  type Access,
  DomainError,
  decide,
  freshLogInRequired,
  insufficientScope,
  type Principal,
  tokenNotAllowed,
} from '@daybook/domain';
import { initTRPC, type TRPCError } from '@trpc/server';
import PQueue from 'p-queue';
import { z } from 'zod';
import { type Context, scopeOf } from './context.ts';
import { allowsToken, type Declaration, type Group, type Meta, metaOf } from './declaration.ts';
import { failureOf } from './failure.ts';
import { withoutSecrets } from './secret-shapes.ts';

const requestIds = new WeakMap<Error, string>();

/** Says which request an error belongs to, for those that come before there is a context. */
export function ofRequest(error: TRPCError, requestId: string): void {
  requestIds.set(error, requestId);
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    // Below the 15 s after which the host closes a silent connection.
    sse: { ping: { enabled: true, intervalMs: 10_000 }, client: { reconnectAfterInactivityMs: 25_000 } },
    errorFormatter: ({ shape, error, ctx, path }) => {
      const { code, status, message, issues, methods } = failureOf(error);
      return {
        code: shape.code,
        message,
        data: {
          code,
          httpStatus: status,
          requestId: ctx?.requestId ?? requestIds.get(error),
          // Where there is no such procedure it is what the caller wrote.
          ...(path && { path: withoutSecrets(path) }),
          ...(issues && { issues }),
          ...(methods && { methods }),
        },
      };
    },
  });

export const { router } = t;

const loggedOut = (sendsPersonalToken = false) =>
  new DomainError(
    'UNAUTHENTICATED',
    sendsPersonalToken
      ? 'This personal access token has ended or expired, or was never made here: log in, make another one with POST /tokens, and send Authorization: Bearer <token>.'
      : 'Log in with POST /auth and send Authorization: Bearer <token>.',
  );

/**
 * From the caller and the named id alone, without a look-up. What is not for tokens is that for every token, whatever the
 * role; then the role has to allow it, and then a scope.
 * @param sendsPersonalToken whether who is nobody sends what looks like a personal access token
 * @throws UNAUTHENTICATED, TOKEN_NOT_ALLOWED, ENROLMENT_REQUIRED, FORBIDDEN, INSUFFICIENT_SCOPE
 */
export function admit(
  meta: Pick<Meta, 'access' | 'scope' | 'scopes' | 'alsoScope' | 'whileEnrolling'> | undefined,
  principal: Principal | undefined,
  userID: unknown,
  sendsPersonalToken = false,
): void {
  if (meta?.access === 'open') return;
  const scopes = principal?.scopes;
  const needed = meta?.scopes?.[0] ?? meta?.scope;
  if (scopes && !needed) throw tokenNotAllowed();
  if (principal?.mustEnrol && !meta?.whileEnrolling)
    throw new DomainError('ENROLMENT_REQUIRED', 'Your role needs a second factor: add one first.');
  const decision = meta?.access === undefined ? 'forbidden' : decide(meta.access, principal, userID);
  if (decision === 'unauthenticated') throw loggedOut(sendsPersonalToken);
  if (decision === 'forbidden') throw new DomainError('FORBIDDEN', 'Your role does not allow this.');
  if (scopes && meta && needed && !allowsToken(meta, scopes))
    throw insufficientScope(needed, ...(meta.alsoScope ? [meta.alsoScope] : []));
}

/**
 * After {@link admit}: what an old session may not do any more.
 * @throws FRESH_LOG_IN_REQUIRED; TOKEN_NOT_ALLOWED for a field that no token sends
 */
async function checkFresh(
  fresh: NonNullable<Meta['fresh']>,
  { isFresh, scopes }: Principal,
  rawInput: () => Promise<unknown>,
): Promise<void> {
  if (isFresh) return;
  if (fresh !== true) {
    const input = await rawInput().catch(() => undefined);
    if ((input as Record<string, unknown> | null | undefined)?.[fresh] === undefined) return;
  }
  throw scopes ? tokenNotAllowed() : freshLogInRequired();
}

const guarded = t.procedure.use(async ({ ctx, meta, type, path, getRawInput, next }) => {
  const access = meta?.access;
  const { principal, batch } = ctx;
  // Input that cannot even be read is told only to those who may call.
  const asksWhose =
    access !== undefined && access !== 'open' && principal && access[principal.role] === 'self';
  const input: unknown = asksWhose ? await getRawInput().catch(() => undefined) : undefined;
  admit(meta, principal, (input as { userID?: unknown } | null | undefined)?.userID, ctx.sendsPersonalToken);
  if (principal && meta?.fresh !== undefined) await checkFresh(meta.fresh, principal, getRawInput);
  // The calls of a batch have no order: those with the session that ends come too late.
  if (batch?.endsSession && !meta?.endsSession && access !== 'open') throw loggedOut();
  const run = () => (ctx.observe ? ctx.observe(path, () => next()) : next());
  return batch ? batch.run(type, run) : run();
});

const authenticated = guarded.use(({ ctx, next }) => {
  if (!ctx.principal) throw loggedOut();
  return next({ ctx: { principal: ctx.principal, scope: scopeOf(ctx, ctx.principal) } });
});

/**
 * What is looked up of the caller's own account: that it is not there means that it was deleted since the token was
 * checked. @throws UNAUTHENTICATED
 */
export const own = <T>(lookUp: Promise<T>): Promise<T> =>
  lookUp.catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw loggedOut();
    throw error;
  });

/** The beginnings of one router's procedures: `.input(…).output(…).query(…)` follow. */
export const operations = (group: Group) => ({
  /** For callers with a token: `ctx.principal` and `ctx.scope` are there. */
  operation: (declaration: Declaration & { readonly access: Exclude<Access, 'open'> }) =>
    authenticated.meta(metaOf(declaration, group)),
  /** For everybody. */
  openOperation: (declaration: Declaration & { readonly access: 'open' }) =>
    guarded.meta(metaOf(declaration, group)),
});

/** Bytes of JSON that the answers of one batch have at most. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Calls of a batch that are worked on at once: as many as a pool has connections. */
const MAX_RUNNING = 3;

/** What a middleware of tRPC passes on. */
interface Outcome {
  readonly ok: boolean;
  readonly data?: unknown;
}

/** The calls of one request, which together are bounded like one. */
export class Batch {
  readonly #queue = new PQueue({ concurrency: MAX_RUNNING });
  readonly #isOver: () => boolean;
  /** Whether one of the calls ends the session that asks. */
  readonly endsSession: boolean;
  #bytes = 0;

  /** @param isOver whether the request was answered, or its client has gone */
  constructor(isOver: () => boolean, endsSession = false) {
    this.#isOver = isOver;
    this.endsSession = endsSession;
  }

  /**
   * @param call one of the calls; a mutation that was done is answered, whatever its size
   * @throws BATCH_TOO_LARGE, UNAVAILABLE
   */
  run<T extends Outcome>(type: string, call: () => Promise<T>): Promise<T> {
    return this.#queue.add(async () => {
      if (this.#isOver()) throw new DomainError('UNAVAILABLE', 'The answer took too long: try again.');
      if (this.#bytes > MAX_BYTES) throw tooLarge();
      const outcome = await call();
      if (outcome.ok) this.#bytes += Buffer.byteLength(JSON.stringify(outcome.data) ?? '');
      if (this.#bytes > MAX_BYTES && type === 'query') throw tooLarge();
      return outcome;
    });
  }
}

const tooLarge = () =>
  new DomainError('BATCH_TOO_LARGE', 'The answers of a batch have at most 16 MiB: send this call alone.');

/** The input of an upload: a form, as the typed client sends it, or the fields of one. */
export const formInput = <Fields>(fields: z.ZodType<Fields>) =>
  z.preprocess(
    (value) => (value instanceof FormData ? Object.fromEntries(value) : value),
    fields,
  ) as z.ZodType<Fields, FormData>;
