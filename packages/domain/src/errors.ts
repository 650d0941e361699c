import type { CodeWithIssues, ErrorCode } from './error-codes.ts';
import { type Issue, type IssueCode, type IssueParams, issueAt } from './values/issues.ts';

interface Details {
  readonly issues?: readonly Issue[];
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
  readonly cause?: unknown;
}

/** An error whose message may be shown to the caller. */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
  }
}

export const notFound = (noun: string) =>
  new DomainError('NOT_FOUND', `There is no ${noun} with this identifier.`);

export const stale = () =>
  new DomainError('PRECONDITION_FAILED', 'It has changed since it was read: read it again, then decide.');

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
