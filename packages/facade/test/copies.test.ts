import { expect, test, vi } from 'vitest';
import { defaultFailure, HttpError, httpErrorOf } from '../src/index.ts';

test('errors of another copy of this package are recognised', async () => {
  vi.resetModules();
  const other = await import('../src/index.ts');
  expect(other.HttpError).not.toBe(HttpError);
  const error = new other.HttpError('METHOD_NOT_ALLOWED', 'Use GET', { headers: { allow: 'GET' } });
  expect(error).toBeInstanceOf(HttpError);
  expect(httpErrorOf(error)).toBe(error);
  expect(defaultFailure(error)).toEqual({
    status: 405,
    body: { message: 'Use GET', code: 'METHOD_NOT_ALLOWED' },
  });
  expect(new Error('x')).not.toBeInstanceOf(HttpError);
  expect(null).not.toBeInstanceOf(HttpError);
});

/** As another copy of @trpc/server has it. */
class TRPCError extends Error {
  override readonly name = 'TRPCError';
  readonly code: string;
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

test('errors of another copy of tRPC are no defects', () => {
  expect(defaultFailure(new TRPCError('CONFLICT', 'Taken'))).toEqual({
    status: 409,
    body: { message: 'Taken', code: 'CONFLICT' },
  });
  const cause = Object.assign(new Error(), { issues: [{ path: [{ key: 'a' }, 0], message: 'Too short' }] });
  expect(defaultFailure(new TRPCError('BAD_REQUEST', '[…]', cause))).toMatchObject({
    status: 400,
    body: { message: 'The input is not valid', issues: [{ path: ['a', 0], message: 'Too short' }] },
  });
  const masked = { status: 500, body: { message: 'Something went wrong', code: 'INTERNAL_SERVER_ERROR' } };
  expect(defaultFailure(new TRPCError('INTERNAL_SERVER_ERROR', 'secret'))).toEqual(masked);
  expect(defaultFailure(new Error('secret'))).toEqual(masked);
});
