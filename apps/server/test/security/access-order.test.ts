import { describe, expect } from 'vitest';
import { addressOf, callRest, callTrpc, type Procedure, procedures } from '../support/calls.ts';
import { unknownId } from '../support/service.ts';
import { test as it } from '../support/test.ts';
import { expectFailure, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 3: who may not call learns nothing else.
const isClosed = ({ meta }: Procedure) => meta?.access !== 'open';
const deniesUsers = ({ meta }: Procedure) => meta?.access !== 'open' && meta?.access.User !== true;
const bodied = procedures.filter(({ rest }) => rest?.readsBody);

/** Bodies that the operation itself would refuse with 400, 413 or 415. */
const unreadable = [
  ['broken JSON', '{"a":', 'application/json'],
  ['no object', '[]', 'application/json'],
  ['text', 'hello', 'text/plain'],
  ['XML', '<a/>', 'application/xml'],
  ['too many bytes', `"${'x'.repeat(1024 * 1024)}"`, 'application/json'],
] as const;

describe('401 and 403 come before what is wrong with', () => {
  it.for(unreadable)('a body that is %s', async ([, raw, type], { service, user: { token } }) => {
    const call = { input: { userID: unknownId }, raw, headers: { 'content-type': type } };
    for (const procedure of bodied.filter(isClosed)) {
      const answer = await callRest(service, procedure, call);
      expectFailure(answer, 401, 'UNAUTHENTICATED');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="daybook"');
    }
    for (const procedure of bodied.filter(deniesUsers))
      expectFailure(await callRest(service, procedure, { ...call, token }), 403, 'FORBIDDEN');
  });

  it.for([
    ['wrong', { input: { userID: 5, billID: [], value: {} } }],
    ['unreadable', { raw: '{"a":' }],
  ] as const)('%s input over tRPC', async ([, call], { service, user: { token } }) => {
    for (const procedure of procedures.filter(isClosed))
      expectTrpcFailure(await callTrpc(service, procedure, call), 401, 'UNAUTHENTICATED');
    for (const procedure of procedures.filter(deniesUsers))
      expectTrpcFailure(await callTrpc(service, procedure, { ...call, token }), 403, 'FORBIDDEN');
  });
});

it('403 comes before 404: identifiers cannot be probed', async ({ service, user, supervisor, admin }) => {
  for (const procedure of procedures.filter(({ rest }) => rest?.params.includes('userID'))) {
    const bodies = new Set<string>();
    for (const userID of [admin.id, supervisor.id, unknownId, 'x']) {
      const answer = await callRest(service, procedure, { token: user.token, input: { userID } });
      expectFailure(answer, 403, 'FORBIDDEN');
      bodies.add(JSON.stringify({ ...answer.body, error: { ...answer.body.error, requestId: '' } }));
    }
    expect(bodies.size, procedure.path).toBe(1);
  }
});

it('HEAD is decided as GET is', async ({ service, user }) => {
  for (const { rest } of procedures.filter(({ type }) => type === 'query')) {
    if (!rest) continue;
    const address = addressOf(rest, Object.fromEntries(rest.params.map((name) => [name, unknownId])));
    for (const token of [undefined, user.token]) {
      const get = await service.call('GET', address, { token });
      const head = await service.call('HEAD', address, { token });
      expect([head.status, head.body], address).toEqual([get.status, '']);
    }
  }
});
