import { afterAll, beforeAll, expect, it } from 'vitest';
import { securityHeaders } from '../../src/http/security-headers.ts';
import { type Service, startService } from '../support/service.ts';

const origin = 'https://staff.example.org';
let service: Service;

beforeAll(async () => {
  service = await startService({ corsOrigins: [origin] });
});
afterAll(() => service.close());

const preflight = { origin, 'access-control-request-method': 'POST' };
const answers: [string, string, Record<string, string>][] = [
  ['GET', '/bills', {}],
  ['GET', '/healthz', {}],
  ['GET', '/openapi.json', {}],
  ['GET', '/trpc/bills.list', {}],
  ['GET', '/nothing', {}],
  ['OPTIONS', '/bills', preflight],
  ['GET', '/docs/', {}],
  ['GET', '/app/', {}],
];

it.each(answers)('%s %s carries the security headers', async (method, path, sent) => {
  const { headers } = await service.call(method, path, { headers: sent });
  for (const [name, value] of Object.entries(securityHeaders)) {
    // Pages have a policy of their own.
    if (name === 'content-security-policy') expect(headers.get(name)).toContain("default-src 'none'");
    else expect([name, headers.get(name)]).toEqual([name, value]);
  }
});
