import { readFileSync } from 'node:fs';
import { areas, roles, type TokenScope, tokenScopes } from '@daybook/domain';
import { runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { callRest, callTrpc, harmless, namesUser, type Procedure, procedures } from '../support/calls.ts';
import { tableOf } from '../support/pay.ts';
import { type Answer, type Person, type Service, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectSound, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 16: every operation has one scope, or is not for personal access tokens.
const rules = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');
const never = 'not for tokens';
/** By area the paths as they are documented, and the operations that are for no token. */
const documented = tableOf(rules, 'Scopes').flatMap(({ area = '', paths = '' }) =>
  paths.split(', ').map((path) => ({ area: area.replaceAll('`', ''), path })),
);
/** The scope of the operation: the whole name counts before a path, and a longer path before a shorter one. */
function documentedScope(name: string, type: Procedure['type']): string | undefined {
  const address = name.split(' ').at(-1) ?? '';
  const { area } =
    documented.find(({ path }) => path === name) ??
    documented
      .filter(({ path }) => address === path || address.startsWith(`${path}/`))
      .toSorted((a, b) => b.path.length - a.path.length)[0] ??
    {};
  return area === undefined || area === never
    ? area
    : area
        .split(' and ')
        .map((one) => `${one}:${type === 'mutation' ? 'write' : 'read'}`)
        .join(' and ');
}
/** All that it needs, as challenges and messages name them. */
const neededOf = (one: Procedure) =>
  [scopeOf(one), one.meta.alsoScope].filter((scope) => scope !== undefined);
const nameOf = ({ path, rest }: Procedure) =>
  rest ? `${rest.method} ${rest.path}` : path.replaceAll('`', '');
/** Of an operation on records that the table need not have. */
const scopeOfRecords = ({ path, type }: Procedure) => {
  const area = (areas as Readonly<Record<string, string>>)[path.split('.')[0] ?? ''];
  return area && `${area}:${type === 'mutation' ? 'write' : 'read'}`;
};
/** Where it depends on the record, the first of those that let anybody in. */
const scopeOf = ({ meta }: Procedure) => meta.scopes?.[0] ?? meta.scope;
const guarded = procedures.filter(({ meta }) => meta.access !== 'open');

interface Caller extends Person {
  readonly personal: string;
}

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  /** Somebody of each role, with a token that was made for every scope. */
  .extend('callers', { scope: 'file' }, async ({ service, ask }) => {
    const made = roles.map(async (role): Promise<[string, Caller]> => {
      const person = await service.person('Administrator');
      const body = { name: role, scopes: tokenScopes };
      const { body: answer } = await service.call('POST', '/tokens', { token: person.token, body });
      if (role !== 'Administrator') await ask('PATCH', `/users/${person.id}/role`, { role });
      return [role, { ...person, personal: answer.data.token }];
    });
    return Object.fromEntries(await Promise.all(made)) as Record<(typeof roles)[number], Caller>;
  })
  /** Changes the scopes of the tokens of all of them. */
  .extend(
    'setScopes',
    { scope: 'file' },
    ({ service }) =>
      (scopes: readonly string[]) =>
        service.sql`update tokens set scopes = ${service.sql.json(scopes)}`,
  );

const codeOf = ({ status, body }: Answer): string =>
  status === 401 || status === 403 ? (body.error.data?.code ?? body.error.code) : 'in';

/** What an answer decides, the same over both transports: a code, or that the caller was let in. */
async function decide(
  service: Service,
  procedure: Procedure,
  token: string,
  userID: string,
): Promise<string> {
  const options = { token, input: harmless(procedure, userID) };
  const trpc = await callTrpc(service, procedure, options);
  const answers = procedure.rest ? [trpc, await callRest(service, procedure, options)] : [trpc];
  for (const answer of answers) {
    expectSound(answer);
    const challenge = answer.headers.get('www-authenticate');
    const needed = neededOf(procedure);
    if (codeOf(answer) === 'INSUFFICIENT_SCOPE') {
      expect(challenge).toBe(
        `Bearer realm="daybook", error="insufficient_scope", scope="${needed.join(' ')}"`,
      );
      expect(JSON.stringify(answer.body)).toContain(needed.join(' and '));
    } else expect(challenge).toBeNull();
  }
  const [code = '', other = code] = answers.map(codeOf);
  return code === other ? code : `${other} over REST, ${code} over tRPC`;
}

describe('the scope of an operation', () => {
  it('is the one of docs/rules.md, for every operation that is not open', () => {
    for (const one of guarded) {
      const name = nameOf(one);
      const { scope = never, scopes, alsoScope } = one.meta;
      const verb = scopes?.[0]?.split(':')[1];
      expect([
        name,
        scopes ? `of the record:${verb}` : [scope, alsoScope].filter(Boolean).join(' and '),
      ]).toEqual([name, documentedScope(name, one.type) ?? scopeOfRecords(one)]);
    }
    const names = guarded.map(nameOf);
    const unknown = documented.filter(({ path, area }) => area === never && !names.includes(path));
    expect(unknown).toEqual([]);
    expect(procedures.filter(({ meta }) => meta.access === 'open' && meta.scope)).toEqual([]);
  });

  it('is one to read where nothing is changed, and one to write elsewhere', () => {
    for (const { path, type, meta } of guarded)
      if (meta.scope)
        expect([path, meta.scope.split(':')[1]]).toEqual([path, type === 'mutation' ? 'write' : 'read']);
    expect(new Set(guarded.flatMap(({ meta }) => meta.scope ?? []))).toEqual(new Set(tokenScopes));
  });

  it('is needed, and the role as well, by every operation over both transports', async ({
    service,
    callers,
    setScopes,
  }) => {
    // The input of the roles and of the tokens has to be the same: what the role alone decides, a session shows.
    for (const procedure of guarded) {
      const scope = scopeOf(procedure);
      const needed = neededOf(procedure);
      const { scopes: all = [scope] } = procedure.meta;
      const others = tokenScopes.filter((one) => !all.includes(one));
      const found = async (token: (caller: Caller) => string) =>
        Promise.all(
          roles.map(async (role) => {
            const { id } = callers[role];
            const own = await decide(service, procedure, token(callers[role]), id);
            if (!namesUser(procedure)) return [own];
            return [own, await decide(service, procedure, token(callers[role]), unknownId)];
          }),
        );
      await setScopes(scope ? needed : tokenScopes);
      const withScope = await found(({ personal }) => personal);
      if (scope === undefined) {
        expect([procedure.path, new Set(withScope.flat())]).toEqual([
          procedure.path,
          new Set(['TOKEN_NOT_ALLOWED']),
        ]);
        continue;
      }
      const bySession = await found(({ token }) => token);
      expect([procedure.path, withScope]).toEqual([procedure.path, bySession]);
      const expected = bySession.map((codes) =>
        codes.map((code) => (code === 'in' ? 'INSUFFICIENT_SCOPE' : code)),
      );
      for (const held of needed.length > 1 ? [others, [needed[0]], [needed[1]]] : [others]) {
        await setScopes(held.filter((one) => one !== undefined));
        expect([procedure.path, await found(({ personal }) => personal)]).toEqual([procedure.path, expected]);
      }
    }
  });

  it('is what `permissions` counts with, for any set of scopes', async ({ service, callers, setScopes }) => {
    const scopes = fc.subarray<TokenScope>([...tokenScopes, 'profile:read']);
    await fc.assert(
      fc.asyncProperty(scopes, fc.constantFrom(...roles), async (chosen, role) => {
        await setScopes([...chosen, 'profile:read', 'a scope of another version']);
        const { token, personal } = callers[role];
        const ofRole = await service.client(token).permissions.query();
        const told = await service.client(personal).permissions.query();
        const expected = procedures.map(
          ({ path, meta: { access, scope, alsoScope = scope, scopes = [scope] } }) => {
            const held: readonly unknown[] = [...chosen, 'profile:read'];
            const isIn = scopes.some((one) => held.includes(one)) && (!scope || held.includes(alsoScope));
            return [path, access === 'open' || isIn ? ofRole[path] : false];
          },
        );
        expect(told).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: runs(20) },
    );
  });
});

describe('a token of every scope', () => {
  it('sets no password, also where the operation has others fields', async ({
    service,
    callers,
    setScopes,
  }) => {
    await setScopes(tokenScopes);
    const { personal } = callers.Administrator;
    const other = await service.person('User');
    const input = { userID: other.id, email: 'new@example.org', password: 'another passphrase' };
    const update = procedures.find(({ path }) => path === 'users.update') as Procedure;
    expectFailure(await callRest(service, update, { token: personal, input }), 403, 'TOKEN_NOT_ALLOWED');
    expectTrpcFailure(await callTrpc(service, update, { token: personal, input }), 403, 'TOKEN_NOT_ALLOWED');
    const { body } = await service.call('GET', `/users/${other.id}`, { token: personal });
    expect(body.data).toMatchObject({ email: '', version: 1 });
    expect((await service.call('GET', '/auth', { token: other.token })).status).toBe(200);
    const changed = await service.call('PUT', `/users/${other.id}`, {
      token: personal,
      body: { email: 'new@example.org' },
    });
    expect(changed.body.data.email).toBe('new@example.org');
  });

  it('does less once the role of its owner is less, at the very next request', async ({ service, ask }) => {
    const person = await service.person('Administrator');
    const body = { name: 'All', scopes: tokenScopes };
    const made = await service.call('POST', '/tokens', { token: person.token, body });
    const { token } = made.body.data;
    const statuses = async () =>
      Promise.all(
        ['/rates', '/bills', '/logs'].map(
          async (path) => (await service.call('GET', path, { token })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 200]);
    await ask('PATCH', `/users/${person.id}/role`, { role: 'Supervisor' });
    expect(await statuses()).toEqual([403, 200, 200]);
    await ask('PATCH', `/users/${person.id}/role`, { role: 'User' });
    expect(await statuses()).toEqual([403, 403, 200]);
    await ask('PATCH', `/users/${person.id}/role`, { role: 'Administrator' });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('is refused over tRPC in the calls of a batch that are not for it, and in those alone', async ({
    service,
    callers,
    setScopes,
  }) => {
    await setScopes(['bills:read']);
    const paths = 'bills.list,payees.list,home,auth.sessions';
    const input = encodeURIComponent('{"0":{},"1":{},"2":{},"3":{}}');
    const answer = await service.call('GET', `/trpc/${paths}?batch=1&input=${input}`, {
      token: callers.Supervisor.personal,
    });
    expect(answer.body.map((one: { error?: { data: { code: string } } }) => one.error?.data.code)).toEqual([
      undefined,
      'INSUFFICIENT_SCOPE',
      'TOKEN_NOT_ALLOWED',
      'TOKEN_NOT_ALLOWED',
    ]);
  });
});
