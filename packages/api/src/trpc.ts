import { type Access, DomainError, decide, type Grants, type Principal } from '@daybook/domain';
import { initTRPC, type TRPCError } from '@trpc/server';
import type { Context } from './context.ts';
import { failureOf } from './failure.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const requestIds = new WeakMap<Error, string>();

/** Says which request an error belongs to, for those that come before there is a context. */
export function ofRequest(error: TRPCError, requestId: string): void {
  requestIds.set(error, requestId);
}

/** Where a procedure stands in the REST interface. */
interface RestOperation {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tags: string[];
  readonly protect: boolean;
}

export interface Meta {
  readonly access: Access;
  readonly openapi?: RestOperation;
  /** Not in interface.txt: an addition that a front-end needs. */
  readonly addition?: boolean;
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter: ({ shape, error, ctx, path }) => {
      const { code, status, message, issues } = failureOf(error);
      return {
        code: shape.code,
        message,
        data: {
          code,
          httpStatus: status,
          requestId: ctx?.requestId ?? requestIds.get(error),
          ...(path && { path }),
          ...(issues && { issues }),
        },
      };
    },
  });

export const { router } = t;

const loggedOut = () =>
  new DomainError('UNAUTHENTICATED', 'Log in with POST /auth and send Authorization: Bearer <token>.');

/** @throws UNAUTHENTICATED, FORBIDDEN: from the caller and the named id alone, without a look-up. */
export function admit(access: Access | undefined, principal: Principal | undefined, userID: unknown): void {
  const decision = access === undefined ? 'forbidden' : decide(access, principal, userID);
  if (decision === 'unauthenticated') throw loggedOut();
  if (decision === 'forbidden') throw new DomainError('FORBIDDEN', 'Your role does not allow this.');
}

const guarded = t.procedure.use(async ({ ctx, meta, getRawInput, next }) => {
  const access = meta?.access;
  const { principal } = ctx;
  // Input that cannot even be read is told only to those who may call.
  const asksWhose =
    access !== undefined && access !== 'open' && principal && access[principal.role] === 'self';
  const input: unknown = asksWhose ? await getRawInput().catch(() => undefined) : undefined;
  admit(access, principal, (input as { userID?: unknown } | null | undefined)?.userID);
  return next();
});

const authenticated = guarded.use(({ ctx, next }) => {
  if (!ctx.principal) throw loggedOut();
  return next({ ctx: { principal: ctx.principal } });
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

interface Declaration {
  /** Method and path of the REST interface; absent for procedures of the typed client alone. */
  readonly rest?: `${Method} /${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly addition?: true;
}

function metaOf({ rest, summary, description, addition }: Declaration, access: Access): Meta {
  if (!rest) return { access };
  const [method, path] = rest.split(' ') as [Method, `/${string}`];
  const tags = [path.split('/')[1] ?? ''].map((name) => (name[0]?.toUpperCase() ?? '') + name.slice(1));
  return {
    access,
    openapi: { method, path, summary, tags, protect: access !== 'open', ...(description && { description }) },
    ...(addition && { addition }),
  };
}

/** A procedure for callers with a token: `ctx.principal` is there. */
export const operation = ({ access, ...declaration }: Declaration & { readonly access: Grants }) =>
  authenticated.meta(metaOf(declaration, access));

/** A procedure for everybody. */
export const openOperation = (declaration: Declaration) => guarded.meta(metaOf(declaration, 'open'));
