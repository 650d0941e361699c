import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';

/** What HTTP itself can refuse, and the status of each (RFC 9110 §15.5, §15.6; RFC 6585 §5 for 431). */
export const httpStatuses = {
  INVALID_JSON: 400,
  INVALID_BODY: 400,
  BAD_REQUEST: 400,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  HEADERS_TOO_LARGE: 431,
  UNAVAILABLE: 503,
} as const;

export type HttpErrorKind = keyof typeof httpStatuses;

/** The same in every copy of this package. */
const BRAND = Symbol.for('@daybook/facade.HttpError');

/** A refusal by the façade, by Fastify or by node's HTTP parser. Its message is meant for the client. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly [BRAND] = true;
  readonly kind: HttpErrorKind;
  readonly status: number;
  /** Headers the answer must carry, such as `allow` on 405. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: HttpErrorKind,
    message: string,
    { headers = {}, cause }: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.kind = kind;
    this.status = httpStatuses[kind];
    this.headers = headers;
  }

  /** Also one of another copy of this package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

type Refusal = readonly [HttpErrorKind, string];

/** Fastify's FST_ERR_* and node's socket errors, in words that say how to correct the request. */
const KNOWN: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['INVALID_JSON', 'The body is not valid JSON'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['INVALID_JSON', 'The body is empty; send a JSON object'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['PAYLOAD_TOO_LARGE', 'The body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_REQUEST', 'Content-Length is not the length of the body'],
  FST_ERR_BAD_URL: ['BAD_REQUEST', 'The path is not valid percent-encoded UTF-8'],
  FST_ERR_MAX_PARAM_LENGTH: ['URI_TOO_LONG', 'A part of the path is too long'],
  FST_ERR_NOT_FOUND: ['NOT_FOUND', 'There is nothing at this path'],
  FST_ERR_HANDLER_TIMEOUT: ['UNAVAILABLE', 'The answer took too long; try again later'],
  ERR_HTTP_REQUEST_TIMEOUT: ['REQUEST_TIMEOUT', 'The request was sent too slowly'],
  HPE_HEADER_OVERFLOW: ['HEADERS_TOO_LARGE', 'The request headers are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['PAYLOAD_TOO_LARGE', 'The chunk extensions of the body are too large'],
};

/**
 * Any error → what HTTP itself refused: an `HttpError` as it is, Fastify's and node's own errors translated;
 * `undefined` for everything else (a procedure's error, a crash), which the host answers for.
 */
export function httpErrorOf(error: unknown): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  const refusal = refusalOf(error, error.code);
  return refusal && new HttpError(refusal[0], refusal[1], { cause: error });
}

function refusalOf(error: Error, code: string): Refusal | undefined {
  if (code === 'HPE_HEADER_OVERFLOW' && requestLineFills(error)) {
    return ['URI_TOO_LONG', 'The address is too long'];
  }
  if (Object.hasOwn(KNOWN, code)) return KNOWN[code];
  if (code.startsWith('HPE_')) return ['BAD_REQUEST', 'The request is not valid HTTP'];
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status > 499) return undefined;
  // Fastify puts a status on the error of a client that hangs up within its body; a database's ECONNRESET has none.
  if (code === 'ECONNRESET') return ['BAD_REQUEST', 'The connection closed before the body ended'];
  return code.startsWith('FST_ERR_') ? ['BAD_REQUEST', error.message] : undefined;
}

/** Node reports an overlong request line as overlong headers; the packet it gave up on tells them apart. */
function requestLineFills(error: Error): boolean {
  if (!('rawPacket' in error) || !Buffer.isBuffer(error.rawPacket)) return false;
  const line = error.rawPacket.toString('latin1').split('\r\n', 1)[0] ?? '';
  return /^[A-Z]+ \S{8000}/.test(line);
}

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
