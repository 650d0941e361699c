import { admit } from '@daybook/api';
import { resources, roles } from '@daybook/domain';
import { describe, expect } from 'vitest';
import {
  addressOf,
  callRest,
  callTrpc,
  harmless,
  namesUser,
  type Procedure,
  procedures,
} from '../support/calls.ts';
import { pathOf } from '../support/samples/index.ts';
import { type Answer, type Person, password, type Service, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectSound, expectTrpcFailure } from '../support/wire.ts';

// docs/rules.md, section 3. own: only where {userID} is the caller's. Resources that are not named here are the staff's
// alone; their other procedures are named.
const table = `
POST /auth                         open
POST /auth/refresh                 open
POST /auth/log-in-link             open
POST /auth/confirm                 401  yes  yes  yes
POST /auth/confirm/challenge       401  yes  yes  yes
POST /auth/passkeys/challenge      open
POST /auth/passkeys/log-in         open
POST /auth/passkeys/options        401  yes  yes  yes
POST /auth/passkeys                401  yes  yes  yes
GET /auth/methods                  open
POST /auth/sso                     open
POST /auth/sso/log-in              open
GET /auth/identities               401  yes  yes  yes
POST /auth/identities/begin        401  yes  yes  yes
POST /auth/identities              401  yes  yes  yes
POST /auth/identities/{identityID}/remove  401  yes  yes  yes
GET /auth                          401  yes  yes  yes
DELETE /auth/logout                401  yes  yes  yes
GET /auth/sessions                 401  yes  yes  yes
GET /auth/factors                  401  yes  yes  yes
POST /auth/factors/totp            401  yes  yes  yes
POST /auth/factors/totp/{factorID}/confirm  401  yes  yes  yes
POST /auth/factors/recovery-codes  401  yes  yes  yes
POST /auth/factors/{factorID}/remove  401  yes  yes  yes
GET /users/security                401  no   no   yes
POST /users/{userID}/reset-factors  401  no   no   yes
DELETE /auth/sessions/{sessionID}  401  yes  yes  yes
POST /users                        401  no   yes  yes
GET /users                         401  no   yes  yes
GET /users/{userID}                401  own  yes  yes
PUT /users/{userID}                401  own  yes  yes
DELETE /users/{userID}             401  no   no   yes
POST /users/{userID}/restore       401  no   no   yes
POST /users/{userID}/erase         401  no   no   yes
GET /users/{userID}/export         401  no   no   yes
PATCH /users/{userID}/status       401  no   no   yes
PATCH /users/{userID}/role         401  no   no   yes
POST /users/{userID}/log-in-link   401  no   no   yes
GET /users/{userID}/identities     401  no   no   yes
POST /users/{userID}/identities    401  no   no   yes
POST /users/{userID}/identities/{identityID}/remove  401  no   no   yes
PATCH /users/password              401  no   no   yes
PATCH /users/preferences           401  yes  yes  yes
GET /logs                          401  yes  yes  yes
GET /logs/{logID}                  401  yes  yes  yes
POST /logs                         401  no   yes  yes
PUT /logs/{logID}                  401  no   yes  yes
DELETE /logs/{logID}               401  no   yes  yes
POST /logs/{logID}/restore         401  no   yes  yes
POST /logs/bulk                    401  no   yes  yes
GET /logs/summary                  401  yes  yes  yes
home                               401  no   yes  yes
GET /settlements                   401  yes  yes  yes
GET /settlements/{settlementID}    401  yes  yes  yes
GET /settlements/preview           401  no   yes  yes
POST /settlements                  401  no   yes  yes
POST /settlements/{settlementID}/acknowledge  401  yes  yes  yes
POST /settlements/{settlementID}/void         401  no   no   yes
GET /settlements/{settlementID}/attachments   401  yes  yes  yes
POST /settlements/{settlementID}/attachments  401  no   yes  yes
GET /attachments/{attachmentID}    401  yes  yes  yes
DELETE /attachments/{attachmentID}  401  no   yes  yes
PUT /attachments/{attachmentID}/thumbnail  401  no   yes  yes
POST /attachments/{attachmentID}/restore  401  no   yes  yes
GET /settings                      401  yes  yes  yes
PUT /settings                      401  no   no   yes
GET /journal                       401  no   yes  yes
POST /journal/{entryID}/undo       401  no   yes  yes
GET /trash                         401  no   yes  yes
GET /events                        401  yes  yes  yes
events.follow                      401  yes  yes  yes
GET /forecast                      401  no   yes  yes
GET /rates                         401  no   no   yes
GET /rates/{rateID}                401  no   no   yes
POST /rates                        401  no   no   yes
PUT /rates/{rateID}                401  no   no   yes
DELETE /rates/{rateID}             401  no   no   yes
POST /rates/{rateID}/restore       401  no   no   yes
POST /rates/bulk                   401  no   no   yes
GET /users/{userID}/statement      401  own  yes  yes
GET /balances                      401  no   yes  yes
GET /closings                      401  no   yes  yes
POST /closings                     401  no   yes  yes
closings.check                     401  no   yes  yes
GET /imports                       401  no   yes  yes
POST /imports                      401  no   yes  yes
POST /imports/manager-2            401  no   no   yes
GET /imports/{importID}            401  no   yes  yes
GET /imports/{importID}/rows       401  no   yes  yes
POST /imports/{importID}/commit    401  no   yes  yes
DELETE /imports/{importID}         401  no   yes  yes
GET /calendars                     401  no   yes  yes
POST /calendars                    401  no   yes  yes
DELETE /calendars/{calendarID}     401  no   yes  yes
GET /tokens                        401  yes  yes  yes
POST /tokens                       401  yes  yes  yes
DELETE /tokens/{tokenID}           401  yes  yes  yes
tokens.scopes                      401  yes  yes  yes
GET /webhooks                      401  no   no   yes
POST /webhooks                     401  no   no   yes
GET /webhooks/{webhookID}          401  no   no   yes
PUT /webhooks/{webhookID}          401  no   no   yes
DELETE /webhooks/{webhookID}       401  no   no   yes
POST /webhooks/{webhookID}/rotate  401  no   no   yes
POST /webhooks/{webhookID}/test    401  no   no   yes
GET /webhooks/{webhookID}/deliveries          401  no   no   yes
POST /webhooks/{webhookID}/deliveries/{deliveryID}/resend  401  no   no   yes
permissions                        401  yes  yes  yes
`;
const nameOf = ({ path, rest }: Procedure) => (rest ? `${rest.method} ${rest.path}` : path);
const written = table
  .trim()
  .split('\n')
  .map((line) => line.split(/ {2,}/));
const staffOnly = resources
  .map(pathOf)
  .filter((path) => !table.includes(` ${path}`))
  .flatMap((path) => procedures.filter(({ rest }) => rest?.path.startsWith(path)).map(nameOf));
const rows = [...written, ...staffOnly.map((name) => [name, '401', 'no', 'yes', 'yes'])];

const it = test.extend('people', { scope: 'file' }, ({ user, supervisor, admin }) => ({
  User: user,
  Supervisor: supervisor,
  Administrator: admin,
}));

/** What only some procedures need to be let in: a session of their own to end, or a cookie to exchange. */
async function credentials(service: Service, { path }: Procedure, caller: Person | undefined) {
  if (path === 'auth.logout') return { token: caller && (await service.logIn(caller.username)) };
  if (path !== 'auth.refresh') return { token: caller?.token };
  const { headers } = await service.call('POST', '/auth', { body: { username: 'root', password } });
  return { token: caller?.token, headers: { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' } };
}

const decisionOf = (answer: Answer) => {
  expectSound(answer);
  return answer.status === 401 || answer.status === 403 ? String(answer.status) : 'in';
};

/** The decision for one caller and one account named, which must be the same over both transports. */
async function decide(
  service: Service,
  procedure: Procedure,
  caller: Person | undefined,
  userID: string,
): Promise<string> {
  const input = harmless(procedure, userID);
  const over = async (call: typeof callRest) =>
    decisionOf(await call(service, procedure, { ...(await credentials(service, procedure, caller)), input }));
  const trpc = await over(callTrpc);
  const rest = procedure.rest ? await over(callRest) : trpc;
  return rest === trpc ? rest : `${rest} over REST, ${trpc} over tRPC`;
}

const words: Readonly<Record<string, string>> = {
  'in in': 'yes',
  '403 403': 'no',
  'in 403': 'own',
  '401 401': '401',
};

async function cell(service: Service, procedure: Procedure, caller: Person | undefined): Promise<string> {
  const own = await decide(service, procedure, caller, caller?.id ?? unknownId);
  const others = namesUser(procedure) ? await decide(service, procedure, caller, unknownId) : own;
  return words[`${own} ${others}`] ?? `own: ${own}, others': ${others}`;
}

describe('the matrix of roles and operations', () => {
  it('is the one of docs/rules.md, over REST and over tRPC', async ({ service, people }) => {
    const callers = [undefined, ...roles.map((role) => people[role])];
    const found: string[][] = [];
    // One procedure after the other: all at once are more than an instance admits.
    for (const procedure of procedures) {
      const cells = await Promise.all(callers.map((caller) => cell(service, procedure, caller)));
      found.push([nameOf(procedure), ...(cells.every((word) => word === 'yes') ? ['open'] : cells)]);
    }
    const lines = (cells: readonly string[][]) => cells.map((line) => line.join(' ')).sort();
    expect(lines(found)).toEqual(lines(rows));
  });

  it('holds every procedure, each with its access declared', () => {
    const undeclared = procedures.filter(({ meta }) => meta?.access === undefined);
    expect(undeclared.map(({ path }) => path)).toEqual([]);
    expect(procedures).toHaveLength(rows.length);
  });

  it('fails closed for a procedure that does not say who may call it', () => {
    const principal = { id: 'x', sessionId: 'y', role: 'Administrator', timeZone: undefined } as const;
    for (const caller of [principal, undefined])
      expect(() => admit(undefined, caller, 'x')).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  });

  it.for(roles)('is what `permissions` tells the %s', async (role, { service, people }) => {
    const permissions: Readonly<Record<string, unknown>> = { yes: true, open: true, no: false, own: 'self' };
    const granted = procedures.map((procedure) => {
      const [, anybody = '', ...cells] = rows.find(([name]) => name === nameOf(procedure)) ?? [];
      return [procedure.path, permissions[cells[roles.indexOf(role)] ?? anybody]];
    });
    expect(granted.map(([, permission]) => permission)).not.toContain(undefined);
    const told = await service.client(people[role].token).permissions.query();
    expect(told).toEqual(Object.fromEntries(granted));
  });
});

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
