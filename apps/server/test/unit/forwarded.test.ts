import { expect, it } from 'vitest';
import { sanitizeForwardedFor } from '../../src/http/request-headers.ts';

const kept = (value: string | undefined) => {
  const headers = { 'x-forwarded-for': value };
  sanitizeForwardedFor(headers);
  return headers['x-forwarded-for'];
};

it.each([
  [undefined, undefined],
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['203.0.113.7:1 , 10.0.0.1', '203.0.113.7, 10.0.0.1'],
  ['anything', undefined],
  ['', undefined],
  ['203.0.113.7:port', undefined],
  ['[203.0.113', undefined],
  ['unknown, 203.0.113.7', '203.0.113.7'],
  ['203.0.113.7, _hidden', undefined],
  ['1.2.3.4, x, 203.0.113.7, 10.0.0.1:80', '203.0.113.7, 10.0.0.1'],
])('%j → %j', (value, addresses) => {
  expect(kept(value)).toBe(addresses);
});
