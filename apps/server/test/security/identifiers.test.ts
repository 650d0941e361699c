import { resources } from '@daybook/domain';
import { describe, expect } from 'vitest';
import { pathOf, samples } from '../support/samples/index.ts';
import { unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, openWire } from '../support/wire.ts';

const words = 'x null undefined NaN 0 -1 __proto__ constructor toString'.split(' ');
const escapes = '%00 %0a %20 %2e%2e%2f ..%2f.. %ED%A0%80x %7B%7D %F0%9F%99%82'.split(' ');
const sql = ["'%20OR%201=1--", '1;drop%20table%20users'];
const uuids = [unknownId, `{${unknownId}}`, '00000000-0000-0000-0000-000000000000'];
const ids = [...words, ...escapes, ...sql, ...uuids, 'a'.repeat(5000)];

const it = test.extend('send', { scope: 'file' }, ({ service, admin: { token } }, { onCleanup }) => {
  const wire = openWire(service.url);
  onCleanup(wire.close);
  return (method: string, path: string, body?: object) =>
    wire.send(method, path, {
      token,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
});

describe('identifiers that name nothing', () => {
  it.for(resources)('are 404 for %s', async (resource, { make, send }) => {
    const other: string = (await make(resource === 'payees' ? 'users' : 'payees'))._id;
    const [change] = samples[resource].changes[0] ?? [];
    for (const id of [...ids, other, other.toUpperCase(), other.replaceAll('-', '')])
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const answer = await send(method, `${pathOf(resource)}/${id}`, method === 'PUT' ? change : undefined);
        // Bytes that are no UTF-8 are no address at all.
        if (id.startsWith('%ED')) expect([400, 404], id).toContain(answer.status);
        else expectFailure(answer, 404, 'NOT_FOUND');
      }
  });

  it('are 404 for sessions, and 404 before what else is wrong with an account', async ({ make, send }) => {
    for (const id of ['x', unknownId, (await make('users'))._id, '%00'])
      expectFailure(await send('DELETE', `/auth/sessions/${id}`), 404, 'NOT_FOUND');
    expectFailure(await send('PATCH', `/users/${unknownId}/role`, { role: 'User' }), 404, 'NOT_FOUND');
    expectFailure(await send('PATCH', `/users/${unknownId}/status`, { active: 'true' }), 404, 'NOT_FOUND');
    const payee = await make('payees');
    expectFailure(await send('DELETE', `/users/${payee._id}`), 404, 'NOT_FOUND');
  });
});
