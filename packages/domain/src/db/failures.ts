import { DomainError } from '../errors.ts';
import { fieldName } from '../journal/fields.ts';
import { type Issue, issueAt } from '../values/issues.ts';

export interface DatabaseFailure {
  /** SQLSTATE, or a code of the driver or of the socket. */
  readonly code: string;
  /** The driver's, which is not meant for callers. */
  readonly message: string;
  readonly constraint: string | undefined;
  readonly column: string | undefined;
  readonly detail: string | undefined;
}

const sqlState = /^[0-9A-Z]{5}$/;
const away =
  /^(08...|28...|3D...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|COMMIT_NOT_REPLICATED|CONNECT(ION)?_.*|ECONN.*|EPIPE|ENOENT|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

// Node's names for a certificate that was not accepted, and for TLS that did not come about.
const untrusted =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_|ERR_SSL_|(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|EPROTO|CONNECT_WITHOUT_TLS)$)/;

/** The driver's error within, since a DrizzleQueryError's own message holds SQL and parameters. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, constraint_name, column_name, detail } = cause as Error & Record<string, unknown>;
    if (typeof code === 'string' && (sqlState.test(code) || isUnavailable(code)))
      return {
        code,
        message: cause.message,
        constraint: typeof constraint_name === 'string' ? constraint_name : undefined,
        column: typeof column_name === 'string' ? column_name : undefined,
        detail: typeof detail === 'string' ? detail : undefined,
      };
  }
  return undefined;
}

/** Is the database away, overloaded or too slow? (SQLSTATE classes 08, 28, 3D, 53, 57, lock waits, the driver's own, and those of TLS.) */
export const isUnavailable = (code: string): boolean => away.test(code) || untrusted.test(code);

/** Is there a server that cannot be talked to as DATABASE_URL demands: with TLS and a certificate that is trusted? */
export const isUntrusted = (code: string): boolean => untrusted.test(code);

/** What was wrong when a constraint, a column that may not be null, or a function with an SQLSTATE of its own refuses. */
export type Rules = Readonly<Record<string, (failure: DatabaseFailure) => DomainError>>;

/**
 * DB019 (migrations/0015_closings.sql): the day of a record is closed, whatever the record is.
 * @param path where the request has the day; otherwise the field of the record
 */
export function periodClosed({ detail, column = '' }: DatabaseFailure, path?: Issue['path']): DomainError {
  const issue = issueAt(path ?? [fieldName(column)], 'period_closed', { through: detail ?? '' });
  return new DomainError('PERIOD_CLOSED', `${issue.path.join('.') || 'The record'} ${issue.message}.`, {
    issues: [issue],
  });
}

/** A bound in 24 hours is reached; the detail is the seconds until there is room. */
export const tooManyInADay =
  (what: string) =>
  ({ detail }: DatabaseFailure): DomainError =>
    new DomainError('TOO_MANY_REQUESTS', `${what} in 24 hours: try again in ${detail} seconds.`, {
      retryAfter: Number(detail),
    });

/** Of a write of any kind of record. */
export const commonRules: Rules = { DB019: (failure) => periodClosed(failure) };

/** What a refusal of the database means; undefined where no rule says so. */
export function explain(failure: DatabaseFailure, rules: Rules): DomainError | undefined {
  const rule =
    rules[failure.constraint ?? ''] ??
    rules[failure.code] ??
    commonRules[failure.code] ??
    (failure.code === '23502' ? rules[failure.column ?? ''] : undefined);
  return rule?.(failure);
}

/** Turns a refusal of the database into the error that says what was wrong; anything else is thrown on. */
export async function explainViolation<T>(work: Promise<T>, rules: Rules): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const failure = databaseFailure(error);
    throw (failure && explain(failure, rules)) ?? error;
  }
}
