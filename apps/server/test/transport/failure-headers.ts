import { expect } from 'vitest';
import type { Answer } from '../support/service.ts';

/** What the answer to every request that failed carries. */
export function expectFailureHeaders({ headers, body }: Answer): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toBe(body.error.requestId);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
}
