import { type Issue, issueCodes } from '@daybook/domain';
import { expect } from 'vitest';
import { issueMeanings } from '../../src/http/failure-schema.ts';
import type { Answer } from './service.ts';

/** What no answer may hold: SQL, parameters, hashes, stacks, paths. */
const leaks =
  /\$argon2|Failed query|params:|\n\s+at |node_modules|\/packages\/|\/home\/|\.ts:\d|password_hash|\b(select|insert into|update) .* (from|values|set) |SQLSTATE|PostgresError|DrizzleQuery|ECONN/i;

/** What every issue has: a code of the closed set, the params of its meaning, and words for people. */
export function expectCoded(issues: readonly Issue[]): void {
  for (const { path: _, code, params, message, ...others } of issues) {
    expect(others).toEqual({});
    expect(issueCodes).toContain(code);
    expect(code, 'an issue that the schemas give no code').not.toBe('invalid');
    const named = [...issueMeanings[code].matchAll(/`(\w+)`/g)].map(([, name]) => name);
    expect(Object.keys(params ?? {}).sort(), code).toEqual(named.sort());
    expect(message).toMatch(/^(is|has|must|takes) /);
  }
}

const sent = ({ body }: Answer) => (typeof body === 'string' ? body : JSON.stringify(body));

/** What holds for every answer whatever was sent: no crash, JSON, nothing of the inside, no sniffing. */
export function expectSound(answer: Answer): void {
  expect(answer.status, sent(answer)).toBeLessThan(500);
  expect(sent(answer)).not.toMatch(leaks);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-type')).toMatch(/^application\/json(; charset=utf-8)?$/);
}

/** The one shape of a failure over REST. @returns the names of the fields at fault */
export function expectFailure(answer: Answer, status: number, code: string): string[] {
  expect([answer.status, answer.body?.error?.code], sent(answer)).toEqual([status, code]);
  expect(sent(answer)).not.toMatch(leaks);
  const { error, ...rest } = answer.body;
  expect(rest).toEqual({ success: false, message: expect.stringMatching(/\S/) });
  expect(Object.keys(error).filter((key) => key !== 'issues')).toEqual(['code', 'requestId']);
  expect(error.requestId).toMatch(/^[\w.-]{1,64}$/);
  const issues: Issue[] = error.issues ?? [];
  expectCoded(issues);
  return [...new Set(issues.map(({ path }) => path.join('.')))].sort();
}

/** The one shape of a failure over tRPC. @returns the names of the fields at fault */
export function expectTrpcFailure(answer: Answer, status: number, code: string): string[] {
  const { data, message } = answer.body?.error ?? {};
  expect([answer.status, data?.code, data?.httpStatus], sent(answer)).toEqual([status, code, status]);
  expect(sent(answer)).not.toMatch(leaks);
  expect(message).toMatch(/\S/);
  expect(data.stack).toBeUndefined();
  expect(data.requestId).toMatch(/^[\w.-]{1,64}$/);
  expect(answer.headers.get('x-request-id')).toBe(data.requestId);
  const issues: Issue[] = data.issues ?? [];
  expectCoded(issues);
  return [...new Set(issues.map(({ path }) => path.join('.')))].sort();
}
