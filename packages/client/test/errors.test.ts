import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  type ApiError,
  createClient,
  type ErrorCode,
  type Issue,
  type IssueCode,
  isAborted,
  isApiError,
  isNetworkError,
} from '../src/index.ts';
import { failureOf, fakeService, refusal } from './support/service.ts';

const failing = async (answer: () => unknown) => {
  const service = await fakeService({ answer });
  return failureOf(createClient({ url: service.url, retries: 0 }).bills.get.query({ billID: '1' }));
};
const throws = (error: Error) => () => {
  throw error;
};

test('a refusal is what the service said', async () => {
  const issues = [{ path: ['dueDate'], code: 'invalid_date', message: 'There is no such day.' }];
  const error = await failing(throws(refusal('VALIDATION', 400, { issues })));
  expect([isApiError(error), isNetworkError(error), isAborted(error)]).toEqual([true, false, false]);
  expect(error).toMatchObject({
    message: 'refused: VALIDATION',
    data: { code: 'VALIDATION', httpStatus: 400, requestId: 'r1', path: 'bills.get', issues },
  });
});

test('the params of an issue are those of its code', async () => {
  const issues = [{ path: ['serial'], code: 'too_long', params: { max: 64 }, message: 'too long' }];
  const error = await failing(throws(refusal('VALIDATION', 400, { issues })));
  const [issue] = (isApiError(error) && error.data.issues) || [];
  if (issue?.code !== 'too_long') throw new Error('The code is another.');
  expectTypeOf(issue.params).toEqualTypeOf<{ readonly max: number }>();
  expect(issue.params.max).toBe(64);
  expectTypeOf<Issue['code']>().toEqualTypeOf<IssueCode>();
});

test('codes that may have issues always have them', async () => {
  expect(await failing(throws(refusal('VALIDATION', 400)))).toMatchObject({ data: { issues: [] } });
  const other = await failing(throws(refusal('NOT_FOUND', 404)));
  expect(isApiError(other) && other.data.issues).toBeUndefined();
});

test('no connection is no answer', async () => {
  const client = createClient({ url: 'http://127.0.0.1:1', retries: 0 });
  const error = await failureOf(client.auth.me.query());
  expect([isApiError(error), isNetworkError(error), isAborted(error)]).toEqual([false, true, false]);
});

test('half an answer is none', async () => {
  const service = await fakeService({
    answer: () => null,
    before(_request, reply) {
      reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      reply.raw.write('[{"result":');
      setTimeout(() => reply.raw.destroy(), 20);
      return true;
    },
  });
  expect(isNetworkError(await failureOf(createClient({ ...service, retries: 0 }).auth.me.query()))).toBe(
    true,
  );
});

describe('what something in between answers', () => {
  test.each([
    [502, '<h1>Bad gateway</h1>', 'UNAVAILABLE'],
    [503, '{"error":"overloaded"}', 'UNAVAILABLE'],
    [413, 'too large', 'PAYLOAD_TOO_LARGE'],
    [200, '<h1>Log in to the hotel</h1>', 'INTERNAL'],
    [200, 'null', 'INTERNAL'],
    [500, '[{}]', 'INTERNAL'],
  ])('is told by its status: %i %s', async (status, body, code) => {
    const service = await fakeService({
      answer: () => null,
      before(_request, reply) {
        reply.raw.writeHead(status, { 'retry-after': '7' }).end(body);
        return true;
      },
    });
    const error = await failureOf(createClient({ ...service, retries: 0 }).auth.me.query());
    const waits = status >= 500;
    expect(isApiError(error) && error.data).toEqual({
      code,
      httpStatus: status,
      ...(waits && { retryAfter: 7 }),
    });
  });
});

test('a token that cannot be had is neither', async () => {
  const token = async () => Promise.reject(new Error('the store is locked'));
  const error = await failureOf(createClient({ url: 'http://127.0.0.1:1', token }).auth.me.query());
  expect([isApiError(error), isNetworkError(error), isAborted(error)]).toEqual([false, false, false]);
  expect(error).toMatchObject({ message: 'the store is locked' });
});

test('other errors are none of these', () => {
  for (const error of [new Error('other'), undefined, null, 'text', { data: { code: 'VALIDATION' } }])
    expect([isApiError(error), isNetworkError(error), isAborted(error)]).toEqual([false, false, false]);
});

/** Compiles only while every code has a case. */
function advice({ data }: ApiError): string {
  switch (data.code) {
    case 'VALIDATION':
    case 'INVALID_SEARCH':
    case 'TOO_MANY_RESULTS':
    case 'UNKNOWN_REFERENCE':
    case 'USERNAME_TAKEN':
    case 'BOOK_OVERLAP':
    case 'READING_EXISTS':
    case 'RATE_EXISTS':
    case 'ALREADY_SETTLED':
    case 'SETTLEMENT_STATE':
    case 'NOT_SETTLED':
    case 'GONE':
    case 'PERIOD_CLOSED':
    case 'CURRENCY_FIXED':
    case 'UNDO_CONFLICT':
    case 'CHEQUE_STATE':
    case 'BILL_PAID':
      expectTypeOf(data.issues).toEqualTypeOf<readonly Issue[]>();
      return data.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n');
    case 'SECOND_FACTOR_REQUIRED':
    case 'SECOND_FACTOR_WRONG':
      return `Send a code: ${data.methods?.join(', ')}.`;
    case 'INVALID_CREDENTIALS':
    case 'UNAUTHENTICATED':
    case 'SSO_REQUIRED':
    case 'SSO_FAILED':
    case 'SSO_UNKNOWN':
      return 'Log in.';
    case 'TOO_MANY_REQUESTS':
    case 'UNAVAILABLE':
    case 'REQUEST_TIMEOUT':
      expectTypeOf(data.retryAfter).toEqualTypeOf<number | undefined>();
      return `Wait ${data.retryAfter ?? 1} s.`;
    case 'FORBIDDEN':
    case 'ENROLMENT_REQUIRED':
    case 'FRESH_LOG_IN_REQUIRED':
    case 'INSUFFICIENT_SCOPE':
    case 'TOKEN_NOT_ALLOWED':
    case 'NOT_FOUND':
    case 'LAST_ADMINISTRATOR':
    case 'STORAGE_FULL':
    case 'RANGE_NOT_SATISFIABLE':
    case 'SELF_CHANGE':
    case 'ACCOUNT_INACTIVE':
    case 'IDENTITY_TAKEN':
    case 'LINK_INVALID':
    case 'PASSKEY_INVALID':
    case 'NOT_DELETED':
    case 'ALREADY_ERASED':
    case 'NOT_UNDOABLE':
    case 'PRECONDITION_FAILED':
    case 'IDEMPOTENCY_KEY_REUSED':
      expectTypeOf(data.issues).toEqualTypeOf<undefined>();
      return 'Do something else.';
    case 'INVALID_JSON':
    case 'METHOD_NOT_ALLOWED':
    case 'PAYLOAD_TOO_LARGE':
    case 'BATCH_TOO_LARGE':
    case 'URI_TOO_LONG':
    case 'UNSUPPORTED_MEDIA_TYPE':
    case 'HEADERS_TOO_LARGE':
    case 'INTERNAL':
      return `Report ${data.requestId}.`;
  }
}

test('a switch over the codes is exhaustive', async () => {
  expectTypeOf<ApiError['data']['code']>().toEqualTypeOf<ErrorCode>();
  const issues = [{ path: ['username'], code: 'username_taken', message: 'taken' }];
  const error = await failing(throws(refusal('USERNAME_TAKEN', 409, { issues })));
  expect(isApiError(error) && advice(error)).toBe('username: taken');
});
