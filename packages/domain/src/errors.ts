import type { CodeWithIssues, ErrorCode } from './error-codes.ts';
import type { FactorMethod } from './factors/factors.schema.ts';
import type { TokenScope } from './tokens/scopes.ts';
import { type Issue, type IssueCode, type IssueParams, issueAt } from './values/issues.ts';

interface Details {
  readonly issues?: readonly Issue[];
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
  /** What a personal access token would need. */
  readonly scope?: string | undefined;
  /** How somebody enrolled may prove the second factor. */
  readonly methods?: readonly FactorMethod[] | undefined;
  readonly cause?: unknown;
}

/** An error whose message may be shown to the caller. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly scope: string | undefined;
  readonly methods: readonly FactorMethod[] | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
    this.scope = details.scope;
    this.methods = details.methods;
  }
}

export const notFound = (noun: string) =>
  new DomainError('NOT_FOUND', `There is no ${noun} with this identifier.`);

export const stale = () =>
  new DomainError('PRECONDITION_FAILED', 'It has changed since it was read: read it again, then decide.');

/** @param scopes of which all are needed */
export const insufficientScope = (...scopes: readonly TokenScope[]) =>
  new DomainError('INSUFFICIENT_SCOPE', `The token needs the scope ${scopes.join(' and ')} for this.`, {
    scope: scopes.join(' '),
  });

export const freshLogInRequired = () =>
  new DomainError(
    'FRESH_LOG_IN_REQUIRED',
    'This needs a log-in of the last 15 minutes: send the password to POST /auth/confirm, then this request again.',
  );

export const tokenNotAllowed = () =>
  new DomainError(
    'TOKEN_NOT_ALLOWED',
    'This is not for personal access tokens, whatever their scopes: log in for it.',
  );

export const notDeleted = (noun: string) =>
  new DomainError('NOT_DELETED', `The ${noun} is not deleted, so it cannot be restored.`);

/** Fields at fault for one reason, by rules that no schema can decide. */
export function invalid<Code extends IssueCode>(
  error: CodeWithIssues,
  fields: readonly string[],
  code: Code,
  ...params: IssueParams<Code>
): DomainError {
  const issues = fields.map((field) => issueAt([field], code, ...params));
  return new DomainError(error, `${fields.join(' and ')} ${issues[0]?.message}.`, { issues });
}
