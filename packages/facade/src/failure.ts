import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { HttpError } from './errors.ts';

/** The response to a failed request. */
export interface FailureAnswer {
  /** 400 to 599. */
  status: number;
  /** Besides `content-type`. */
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body: unknown;
}

/** One thing that is wrong with an input. */
interface Issue {
  readonly path?: readonly unknown[];
  readonly message: string;
}

/** Also one of another copy of @trpc/server, which has a class of its own. */
function isTrpcError(error: unknown): error is TRPCError {
  return error instanceof Error && error.name === 'TRPCError' && 'code' in error;
}

const issuesOf = (cause: unknown): readonly Issue[] | undefined =>
  cause instanceof Error && 'issues' in cause && Array.isArray(cause.issues) ? cause.issues : undefined;

/** A path of Standard Schema may hold objects with a key. */
const keyOf = (part: unknown) =>
  typeof part === 'object' && part !== null && 'key' in part ? part.key : part;

/**
 * The response where no other is chosen: `{message, code, issues?}`, with the status that tRPC gives to the code. What
 * was not thrown on purpose is 500 with a fixed message.
 */
export function defaultFailure(error: unknown): FailureAnswer {
  if (error instanceof HttpError)
    return { status: error.status, body: { message: error.message, code: error.kind } };
  if (!isTrpcError(error) || error.code === 'INTERNAL_SERVER_ERROR')
    return { status: 500, body: { message: 'Something went wrong', code: 'INTERNAL_SERVER_ERROR' } };
  const issues = error.code === 'BAD_REQUEST' ? issuesOf(error.cause) : undefined;
  const told = issues?.map(({ path = [], message }) => ({ path: path.map(keyOf), message }));
  return {
    status: getHTTPStatusCodeFromError(error),
    body: {
      message: told ? 'The input is not valid' : error.message,
      code: error.code,
      ...(told && { issues: told }),
    },
  };
}
