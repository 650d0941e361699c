import { expect } from 'vitest';
import { securityHeaders } from '../../src/http/response-headers.ts';
import { test } from '../support/test.ts';

const origin = 'https://staff.example.org';
const it = test.extend('settings', { scope: 'file' }, { corsOrigins: [origin] });

it.for<[string, string, Record<string, string>?]>([
  ['GET', '/bills'],
  ['GET', '/healthz'],
  ['GET', '/openapi.json'],
  ['GET', '/trpc/bills.list'],
  ['GET', '/nothing'],
  ['OPTIONS', '/bills', { origin, 'access-control-request-method': 'POST' }],
  ['GET', '/docs/'],
  ['GET', '/app/'],
])('%s %s carries the security headers', async ([method, path, sent = {}], { service }) => {
  const { headers } = await service.call(method, path, { headers: sent });
  for (const [name, value] of Object.entries(securityHeaders)) {
    // Pages have a policy of their own.
    if (name === 'content-security-policy') expect(headers.get(name)).toContain("default-src 'none'");
    else expect([name, headers.get(name)]).toEqual([name, value]);
  }
});
