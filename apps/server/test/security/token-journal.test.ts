import { declarations } from '@daybook/api';
import {
  type JournalKind,
  journalKinds,
  nouns,
  readScopes,
  resources,
  type TokenScope,
  tokenScopes,
} from '@daybook/domain';
import { describe, expect } from 'vitest';
import { pdf } from '../support/attachments.ts';
import { callRest, type Input, procedure, procedures } from '../support/calls.ts';
import { ids } from '../support/listing.ts';
import { pathOf, type Row, samples } from '../support/samples/index.ts';
import type { Service } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 16: what personal access tokens read of the journal and of the trash.
const deletable = resources.filter((resource) => resource !== 'users');

/** Over REST, following the pages; each of them is full but the last. */
async function allOf(service: Service, path: string, token: string, limit: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body, status } = await service.call(
      'GET',
      `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`,
      { token },
    );
    expect(status, JSON.stringify(body)).toBe(200);
    if (body.nextCursor !== null) expect(body.data).toHaveLength(limit);
    rows.push(...body.data);
    cursor = body.nextCursor;
  }
  return rows;
}

const kindsOf = (rows: readonly Row[]) => new Set(rows.map(({ kind }) => kind as JournalKind));

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('tokenFor', { scope: 'file' }, ({ service }) => async (...scopes: TokenScope[]) => {
    const { token } = await service.person('Administrator');
    const body = { name: 'Import', scopes };
    const answer = await service.call('POST', '/tokens', { token, body });
    expect(answer.status).toBe(200);
    return answer.body.data.token as string;
  })
  /** A change of each kind, between changes of other kinds; the deleted record of each resource. */
  .extend('changed', { scope: 'file' }, async ({ service, ask, make }) => {
    await ask('POST', '/tokens', { name: 'Hidden', scopes: ['profile:read'] });
    await ask('PUT', '/settings', { name: 'Haddad & Sons' });
    await ask('POST', '/closings', { through: '1900-01-31', kinds: ['bills'] });
    await ask('POST', '/closings', { through: null, kinds: ['bills'], reason: 'Closed by mistake' });
    const { id: worker } = await service.person('User');
    await ask('POST', '/rates', { worker, from: '2023-01-05', basis: 'hour', amount: '60' });
    await ask('POST', '/pay-entries', { worker, date: '2023-01-06', kind: 'bonus', amount: '5' });
    const settlement = await ask('POST', '/settlements', { worker, to: '2023-01-31' });
    const removed: Record<string, string> = { settlements: settlement._id };
    for (let round = 0; round < 2; round += 1)
      for (const resource of deletable) {
        const { _id } = await make(resource);
        await ask('DELETE', `${pathOf(resource)}/${_id}`);
        removed[resource] = _id;
      }
    return removed;
  });

describe('a personal access token', () => {
  it.for(tokenScopes)(
    'with %s reads what that scope reads, of the journal and of the trash',
    async (scope, { service, changed, tokenFor }) => {
      expect(Object.keys(changed).length).toBeGreaterThan(5);
      const token = await tokenFor('journal:read', scope);
      const readable = journalKinds.filter((kind) => readScopes(kind)?.join() === scope);
      const entries = await allOf(service, '/journal', token, 3);
      expect(kindsOf(entries)).toEqual(new Set(readable));
      const inTrash = await allOf(service, '/trash', token, 1);
      expect(kindsOf(inTrash)).toEqual(
        new Set(deletable.filter((kind) => readScopes(kind)?.join() === scope)),
      );
    },
  );

  it('reads the same by every way', async ({ service, changed, tokenFor }) => {
    const token = await tokenFor('journal:read', 'bills:read');
    const client = service.client(token);
    for (const [kind, record] of Object.entries(changed)) {
      const expected = kind === 'bills' ? 2 : 0;
      const { body } = await service.call('GET', `/journal?record=${record}`, { token });
      expect([kind, body.data.length]).toEqual([kind, expected]);
      expect((await client.journal.list.query({ record })).items).toEqual(body.data);
    }
    const everything = await allOf(service, '/journal', token, 1000);
    for (const accept of ['text/csv', 'application/json']) {
      const { body } = await service.call('GET', '/journal', { token, headers: { accept } });
      const told = accept === 'text/csv' ? body.trim().split('\r\n').length - 1 : body.data.length;
      expect(told).toBe(everything.length);
    }
    expect(ids((await client.trash.list.query({})).items)).toEqual(
      ids(await allOf(service, '/trash', token, 1)),
    );
  });

  it('is refused a kind that it does not read, with the scope that is missing', async ({
    service,
    changed,
    tokenFor,
    supervisor,
  }) => {
    expect(changed).toHaveProperty('rates');
    const token = await tokenFor('journal:read', 'bills:read');
    for (const path of ['/journal', '/trash'])
      for (const kind of path === '/trash' ? resources : journalKinds) {
        const answer = await service.call('GET', `${path}?kind=${kind}`, { token });
        const scope = readScopes(kind)?.find((one) => one !== 'bills:read') ?? readScopes(kind)?.[0];
        if (scope === 'bills:read') expect(answer.status).toBe(200);
        else expectFailure(answer, 403, scope ? 'INSUFFICIENT_SCOPE' : 'TOKEN_NOT_ALLOWED');
        const challenge = answer.headers.get('www-authenticate');
        if (scope && scope !== 'bills:read') expect(challenge).toContain(`scope="${scope}"`);
      }
    // A session has no scopes, and the role is asked first.
    const { status } = await service.call('GET', '/trash?kind=bills', { token: supervisor.token });
    expect(status).toBe(200);
  });

  it('reads attachments where it reads all that may have them', async ({
    service,
    make,
    admin,
    tokenFor,
  }) => {
    const { _id: bill } = await make('bills');
    const attached = await service.call('POST', `/bills/${bill}/attachments?name=a.pdf`, {
      token: admin.token,
      body: pdf,
      headers: { 'content-type': 'application/pdf' },
    });
    const record = attached.body.data._id;
    const scopes: readonly TokenScope[] = ['bills:read', 'cheques:read', 'payees:read', 'pay:read'];
    for (const missing of [undefined, ...scopes]) {
      const token = await tokenFor('journal:read', ...scopes.filter((scope) => scope !== missing));
      const { body } = await service.call('GET', `/journal?record=${record}`, { token });
      expect(body.data.map((entry: Row) => entry.record)).toEqual(missing ? [] : [record]);
      const answer = await service.call('GET', '/journal?kind=attachments', { token });
      if (!missing) expect(answer.status).toBe(200);
      else {
        expectFailure(answer, 403, 'INSUFFICIENT_SCOPE');
        expect(answer.headers.get('www-authenticate')).toContain(`scope="${missing}"`);
      }
    }
  });

  it('reads of a role’s kinds alone, whatever its scopes', async ({ service, ask, changed }) => {
    const person = await service.person('Administrator');
    const body = { name: 'All', scopes: tokenScopes };
    const made = await service.call('POST', '/tokens', { token: person.token, body });
    await ask('PATCH', `/users/${person.id}/role`, { role: 'Supervisor' });
    const { token } = made.body.data;
    expectFailure(await service.call('GET', '/journal', { token }), 403, 'FORBIDDEN');
    const { body: ofRate } = await service.call('GET', `/journal?record=${changed.rates}`, { token });
    expect(ofRate.data).toEqual([]);
    const inTrash = kindsOf(await allOf(service, '/trash', token, 3));
    expect([...inTrash].filter((kind) => kind === 'rates' || kind === 'users')).toEqual([]);
    expectFailure(await service.call('GET', '/trash?kind=rates', { token }), 403, 'FORBIDDEN');
  });
});

describe('what is done with a personal access token', () => {
  it('names it in the journal, by every operation that a token can do', async ({ service, ask, make }) => {
    const person = await service.person('Administrator');
    const body = { name: 'Bank import', scopes: tokenScopes };
    const made = await service.call('POST', '/tokens', { token: person.token, body });
    const { _id, token: personal } = made.body.data;
    const called = new Set<string>();
    const by = async (path: string, input: Input = {}, headers: Record<string, string> = {}) => {
      const answer = await callRest(service, procedure(path), { token: personal, input, headers });
      expect(answer, `${path} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 });
      called.add(path);
      return answer.body.data;
    };
    const [payee, user] = [await make('payees'), await make('users')];
    for (const resource of deletable) {
      const { required, references = {}, changes } = samples[resource];
      const record = await make(resource);
      const named = Object.keys(references).map((field) => [field, record[field]]);
      const identified = (of: Row) => ({ [`${nouns[resource]}ID`]: of._id });
      await by(`${resource}.remove`, identified(record));
      const fields = { ...required(), ...Object.fromEntries(named) };
      const made = await by(`${resource}.create`, fields, { 'idempotency-key': `new-${resource}` });
      await by(`${resource}.update`, { ...identified(made), ...changes[0]?.[0] });
      await by(`${resource}.remove`, identified(made));
      await by(`${resource}.restore`, identified(made));
      if (declarations.has(`${resource}.bulk`)) await by(`${resource}.bulk`, { delete: [made._id] });
    }
    await by('users.update', { userID: user._id, email: 'new@example.org' });
    await by('users.setPreferences', { theme: 'dark' });
    await by('settings.update', { name: 'Haddad & Sons' });
    await by('closings.create', { through: '1900-01-31', kinds: ['logs'] });
    const cheque = { serial: '900', dueDate: '2030-01-01', value: '5', payee: payee._id };
    const [one, two] = [await ask('POST', '/cheques', cheque), await ask('POST', '/cheques', cheque)];
    await by('bills.payByCheque', { ...cheque, bills: [(await make('bills'))._id] });
    await by('cheques.addEvent', { chequeID: one._id, kind: 'present' });
    await by('cheques.addEvents', { cheques: [two._id], kind: 'present' });
    await by('cheques.addEvents', { cheques: [two._id], kind: 'bounce', reason: 'none left' });
    await by('cheques.replace', { chequeID: two._id, cheques: [{ ...cheque, serial: '901' }] });
    const { payee: _, ...series } = { ...cheque, firstSerial: '950', firstDueDate: '2030-01-01', months: 2 };
    await by('bills.addSeries', { firstDate: '2024-01-31', months: 2, value: '1' });
    await by('cheques.addSeries', { ...series, payee: payee._id });
    const settled = { worker: user._id, to: '2023-01-31', payout: '5' };
    const { _id: settlementID } = await by('settlements.create', settled);
    const attached = await by('attachments.addToSettlement', { settlementID });
    await by('attachments.setThumbnail', { attachmentID: attached._id, thumbnail: null });
    await by('attachments.remove', { attachmentID: attached._id });
    await by('attachments.restore', { attachmentID: attached._id });
    await by('attachments.addToPayee', { payeeID: payee._id });
    await by('attachments.addToCheque', { chequeID: one._id });
    await by('attachments.addToBill', { billID: (await make('bills'))._id });
    await by('settlements.acknowledge', { settlementID });
    await by('settlements.void', { settlementID, reason: 'a mistake' });
    await ask('PUT', `/users/${user._id}`, { email: '' });

    const writing = procedures.filter(({ meta: { scope, scopes = [scope] } }) =>
      scopes.some((one) => one?.endsWith(':write')),
    );
    expect([...called].sort()).toEqual(writing.map(({ path }) => path).sort());
    const entries = await ask('GET', `/journal?actor=${person.id}`);
    const byToken = entries.filter(({ kind }: Row) => kind !== 'tokens');
    expect(byToken.length).toBeGreaterThan(called.size);
    for (const { token, kind, action } of byToken)
      expect([kind, action, token]).toEqual([kind, action, { _id, name: 'Bank import' }]);
    // Neither those of a session, nor what comes next on the same connection.
    for (const entry of await ask('GET', `/journal?actor=${(await ask('GET', '/auth'))._id}`))
      expect(entry.token).toBeNull();
  });

  it('is still named when the token has ended, until its owner is erased', async ({ service, ask, make }) => {
    const person = await service.person('Administrator');
    const body = { name: 'Bank import', scopes: ['bills:write', 'journal:read', 'bills:read'] };
    const made = await service.call('POST', '/tokens', { token: person.token, body });
    const { _id, token } = made.body.data;
    const bill = await make('bills');
    await service.call('PUT', `/bills/${bill._id}`, { token, body: { description: 'By a program' } });
    await ask('DELETE', `/tokens/${_id}`);
    const named = async () => (await ask('GET', `/journal?record=${bill._id}`))[0].token;
    expect(await named()).toEqual({ _id, name: 'Bank import' });
    const [csv] = await Promise.all([
      service.call('GET', `/journal?record=${bill._id}`, {
        token: await service.logIn(person.username),
        headers: { accept: 'text/csv' },
      }),
    ]);
    expect(csv.body).toContain('Bank import');
    await ask('DELETE', `/users/${person.id}`);
    await ask('POST', `/users/${person.id}/erase`);
    expect(await named()).toEqual({ _id, name: '' });
  });
});
