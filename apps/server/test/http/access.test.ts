import { admit } from '@daybook/api';
import { roles } from '@daybook/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownId } from '../support/asking.ts';
import { expectFailure, expectSound, expectTrpcFailure } from '../support/failing.ts';
import { addressOf, callRest, callTrpc, type Procedure, procedures } from '../support/procedures.ts';
import { type Answer, type Person, password, type Service, startService } from '../support/service.ts';

// docs/rules.md, section 3. own: only where {userID} is the caller's.
const rules = `
POST /auth                         open
POST /auth/refresh                 open
GET /auth                          401  yes  yes  yes
DELETE /auth/logout                401  yes  yes  yes
GET /auth/sessions                 401  yes  yes  yes
DELETE /auth/sessions/{sessionID}  401  yes  yes  yes
POST /users                        401  no   yes  yes
GET /users                         401  no   yes  yes
GET /users/{userID}                401  own  yes  yes
PUT /users/{userID}                401  own  yes  yes
DELETE /users/{userID}             401  no   no   yes
PATCH /users/{userID}/status       401  no   no   yes
PATCH /users/{userID}/role         401  no   no   yes
PATCH /users/password              401  no   no   yes
PATCH /users/preferences           401  yes  yes  yes
GET /logs                          401  yes  yes  yes
GET /logs/{logID}                  401  yes  yes  yes
POST /logs                         401  no   yes  yes
PUT /logs/{logID}                  401  no   yes  yes
DELETE /logs/{logID}               401  no   yes  yes
logs.summary                       401  yes  yes  yes
GET /cheques                       401  no   yes  yes
GET /cheques/{chequeID}            401  no   yes  yes
POST /cheques                      401  no   yes  yes
PUT /cheques/{chequeID}            401  no   yes  yes
DELETE /cheques/{chequeID}         401  no   yes  yes
cheques.summary                    401  no   yes  yes
GET /bills                         401  no   yes  yes
GET /bills/{billID}                401  no   yes  yes
POST /bills                        401  no   yes  yes
PUT /bills/{billID}                401  no   yes  yes
DELETE /bills/{billID}             401  no   yes  yes
bills.ledger                       401  no   yes  yes
bills.summary                      401  no   yes  yes
GET /payees                        401  no   yes  yes
GET /payees/{payeeID}              401  no   yes  yes
POST /payees                       401  no   yes  yes
PUT /payees/{payeeID}              401  no   yes  yes
DELETE /payees/{payeeID}           401  no   yes  yes
GET /journal                       401  no   no   yes
permissions                        401  yes  yes  yes`;

let service: Service;
const people: Partial<Record<(typeof roles)[number], Person>> = {};
const person = (role: (typeof roles)[number]) => people[role] as Person;

beforeAll(async () => {
  service = await startService();
  for (const role of roles) people[role] = await service.person(role);
});
afterAll(() => service.close());

const nameOf = ({ path, rest }: Procedure) => (rest ? `${rest.method} ${rest.path}` : path);
const actors = [undefined, ...roles];

/** What only some procedures need to be let in: a session of their own to end, or a cookie to exchange. */
async function credentials(procedure: Procedure, actor: Person | undefined) {
  if (procedure.path === 'auth.logout') return { token: actor && (await service.logIn(actor.username)) };
  if (procedure.path !== 'auth.refresh') return { token: actor?.token };
  const { headers } = await service.call('POST', '/auth', { body: { username: 'root', password } });
  return { token: actor?.token, headers: { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' } };
}

/** Names nothing that exists and sends no field: whoever is let in changes nothing. */
const harmless = (procedure: Procedure, userID: string) =>
  Object.fromEntries(
    (procedure.rest?.params ?? []).map((name) => [name, name === 'userID' ? userID : unknownId]),
  );

const decisionOf = (answer: Answer) => {
  expectSound(answer);
  return answer.status === 401 || answer.status === 403 ? String(answer.status) : 'in';
};

/** The decision for one actor and one account named, which must be the same over both transports. */
async function decide(procedure: Procedure, actor: Person | undefined, userID: string): Promise<string> {
  const input = harmless(procedure, userID);
  const trpc = decisionOf(
    await callTrpc(service, procedure, { ...(await credentials(procedure, actor)), input }),
  );
  if (!procedure.rest) return trpc;
  const rest = decisionOf(
    await callRest(service, procedure.rest, { ...(await credentials(procedure, actor)), input }),
  );
  return rest === trpc ? rest : `${rest} over REST, ${trpc} over tRPC`;
}

const words: Readonly<Record<string, string>> = {
  'in in': 'yes',
  '403 403': 'no',
  'in 403': 'own',
  '401 401': '401',
};

async function cell(procedure: Procedure, actor: Person | undefined): Promise<string> {
  const own = await decide(procedure, actor, actor?.id ?? unknownId);
  const others = await decide(procedure, actor, unknownId);
  return words[`${own} ${others}`] ?? `own: ${own}, others': ${others}`;
}

describe('the matrix of roles and operations', () => {
  it('is the one of docs/rules.md, over REST and over tRPC', async () => {
    const lines = await Promise.all(
      procedures.map(async (procedure) => {
        const cells: string[] = [];
        for (const role of actors) cells.push(await cell(procedure, role && person(role)));
        const isOpen = cells.every((word) => word === 'yes');
        return `${nameOf(procedure)} ${isOpen ? 'open' : cells.join(' ')}`;
      }),
    );
    const wanted = rules
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(/ +/g, ' '));
    expect(lines.sort()).toEqual(wanted.sort());
  });

  it('holds every procedure, each with its access declared', () => {
    const undeclared = procedures.filter(({ meta }) => meta?.access === undefined);
    expect(undeclared.map(({ path }) => path)).toEqual([]);
    expect(procedures).toHaveLength(rules.trim().split('\n').length);
  });

  it('fails closed for a procedure that does not say who may call it', () => {
    const principal = { id: 'x', sessionId: 'y', role: 'Administrator', timeZone: undefined } as const;
    expect(() => admit(undefined, principal, 'x')).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(() => admit(undefined, undefined, 'x')).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });
});

const isClosed = ({ meta }: Procedure) => meta?.access !== 'open';
const deniesUsers = ({ meta }: Procedure) => meta?.access !== 'open' && meta?.access.User !== true;
describe('permissions', () => {
  it.each(roles)('%s is told what the table grants', async (role) => {
    const granted = await service.client(person(role).token).permissions.query();
    const column = { User: 2, Supervisor: 3, Administrator: 4 }[role];
    const words: Record<string, unknown> = { yes: true, no: false, own: 'self' };
    const rows = rules
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    for (const procedure of procedures) {
      const cells = rows.find(([name]) => name === nameOf(procedure)) ?? [];
      const word = cells[1] === 'open' ? 'yes' : (cells[column] ?? '');
      expect([procedure.path, granted[procedure.path]]).toEqual([procedure.path, words[word.trim()]]);
    }
    expect(Object.keys(granted)).toHaveLength(procedures.length);
  });
});

const bodied = procedures.flatMap((procedure) => (procedure.rest?.readsBody ? [procedure] : []));

/** Bodies that the operation itself would refuse with 400, 413 or 415. */
const unreadable = [
  ['broken JSON', '{"a":', 'application/json'],
  ['no object', '[]', 'application/json'],
  ['text', 'hello', 'text/plain'],
  ['XML', '<a/>', 'application/xml'],
  ['too many bytes', `"${'x'.repeat(1024 * 1024)}"`, 'application/json'],
] as const;

describe('who may not call learns nothing else', () => {
  it.each(unreadable)('401 comes before what is wrong with %s', async (_, raw, type) => {
    for (const { rest } of bodied.filter(isClosed)) {
      if (!rest) continue;
      const answer = await callRest(service, rest, {
        input: { userID: unknownId },
        raw,
        headers: { 'content-type': type },
      });
      expectFailure(answer, 401, 'UNAUTHENTICATED');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="daybook"');
    }
  });

  it.each(unreadable)('403 comes before what is wrong with %s', async (_, raw, type) => {
    const { token } = person('User');
    for (const { rest } of bodied.filter((procedure) => isClosed(procedure) && deniesUsers(procedure))) {
      if (!rest) continue;
      const answer = await callRest(service, rest, {
        token,
        input: { userID: unknownId },
        raw,
        headers: { 'content-type': type },
      });
      expectFailure(answer, 403, 'FORBIDDEN');
    }
  });

  it.each([
    ['wrong', { input: { userID: 5, billID: [], value: {} } }],
    ['unreadable', { raw: '{"a":' }],
  ])('401 and 403 come before %s input over tRPC too', async (_, call) => {
    for (const procedure of procedures.filter(isClosed)) {
      expectTrpcFailure(await callTrpc(service, procedure, call), 401, 'UNAUTHENTICATED');
      if (!deniesUsers(procedure)) continue;
      const { token } = person('User');
      expectTrpcFailure(await callTrpc(service, procedure, { ...call, token }), 403, 'FORBIDDEN');
    }
  });

  it('403 comes before 404: identifiers cannot be probed', async () => {
    const user = person('User');
    const targets = [person('Administrator').id, person('Supervisor').id, unknownId, 'x'];
    for (const { rest } of procedures.filter(({ rest }) => rest?.params.includes('userID'))) {
      if (!rest) continue;
      const bodies = new Set<string>();
      for (const userID of targets) {
        const answer = await callRest(service, rest, { token: user.token, input: { userID } });
        expectFailure(answer, 403, 'FORBIDDEN');
        bodies.add(JSON.stringify({ ...answer.body, error: { ...answer.body.error, requestId: '' } }));
      }
      expect(bodies.size, addressOf(rest)).toBe(1);
    }
  });

  it('HEAD is decided as GET is', async () => {
    for (const { rest } of procedures.filter(({ type, rest }) => rest && type === 'query')) {
      if (!rest) continue;
      const address = addressOf(rest, {
        userID: unknownId,
        logID: unknownId,
        chequeID: unknownId,
        billID: unknownId,
        payeeID: unknownId,
      });
      for (const token of [undefined, person('User').token]) {
        const get = await service.call('GET', address, { token });
        const head = await service.call('HEAD', address, { token });
        expect([head.status, head.body], address).toEqual([get.status, '']);
      }
    }
  });
});
