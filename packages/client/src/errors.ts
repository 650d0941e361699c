import { TRPCClientError } from '@trpc/client';
import type { AppRouter, CodeWithIssues, ErrorCode, FactorMethod, Issue } from './service.ts';

interface Details {
  readonly httpStatus: number;
  /** Also in the service's log; absent where something in between answered, such as a proxy. */
  readonly requestId?: string;
  /** The procedure, such as `bills.create`; absent where the request did not get that far. */
  readonly path?: string;
  /** Seconds after which the same call may succeed, where the answer said so. */
  readonly retryAfter?: number;
}

type DataOf<Code extends ErrorCode> = Code extends CodeWithIssues
  ? Details & {
      readonly code: Code;
      /** The fields at fault; empty where the input as a whole is. */
      readonly issues: readonly Issue[];
    }
  : Details & {
      readonly code: Code;
      readonly issues?: never;
      /** Of SECOND_FACTOR_REQUIRED and SECOND_FACTOR_WRONG: how the account proves its second factor. */
      readonly methods?: readonly FactorMethod[];
    };

/** What the service says of a failure, told apart by `code`. */
export type ErrorData = DataOf<ErrorCode>;

/** What a call rejects with when the service refused it or failed; `message` may be shown to a user. */
export interface ApiError extends Omit<TRPCClientError<AppRouter>, 'data'> {
  readonly data: ErrorData;
}

/** What a call rejects with when there was no answer. */
export interface NetworkError extends Omit<TRPCClientError<AppRouter>, 'data'> {
  readonly data: undefined;
  readonly cause: NoAnswer;
}

/** What a call rejects with when its own signal ended it. */
export interface AbortedError extends Omit<TRPCClientError<AppRouter>, 'data'> {
  readonly data: undefined;
  readonly cause: Aborted;
}

/** There was no answer, or only a part of one: offline, connection lost, timeout. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** The caller lost interest; `cause` is the reason of the signal. */
export class Aborted extends Error {
  override readonly name = 'Aborted';

  constructor(reason?: unknown) {
    super('The call was aborted.', { cause: reason });
  }
}

/**
 * Whether the service answered, with a failure. `switch (error.data.code)` is then exhaustive for this version of the
 * client; a newer service may have codes of its own.
 */
export const isApiError = (error: unknown): error is ApiError =>
  error instanceof TRPCClientError && typeof error.data?.code === 'string';

/** Whether no answer came: offline, connection lost, timeout. Whether a mutation was done is then not known. */
export const isNetworkError = (error: unknown): error is NetworkError =>
  error instanceof TRPCClientError && error.cause instanceof NoAnswer;

/** Whether the call's own signal ended it. */
export const isAborted = (error: unknown): error is AbortedError =>
  error instanceof TRPCClientError && error.cause instanceof Aborted;
