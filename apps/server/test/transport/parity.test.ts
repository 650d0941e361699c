import { nouns, type Role, resources, roles } from '@daybook/domain';
import { isWhole, runs } from '@daybook/testing/random';
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { store } from '../support/asking.ts';
import { callClient, callRest, type Input, type Outcome, outcomeOf, procedure } from '../support/calls.ts';
import { alike } from '../support/listing.ts';
import { freshName, parameters, referenceTo } from '../support/samples/arbitraries.ts';
import { samples, unique } from '../support/samples/index.ts';
import { type Person, password, type Service, unknownId } from '../support/service.ts';
import { test } from '../support/test.ts';
import { type Caller, rare, type Step, steps, type Target } from './parity-steps.ts';

const transports = ['rest', 'trpc'] as const;
type Transport = (typeof transports)[number];

// Each call is sent over REST and by the typed client, to two records in the same state.
const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend('callers', { scope: 'file' }, async ({ service }) => ({
    rest: await callersOf(service, 'rest'),
    trpc: await callersOf(service, 'trpc'),
  }))
  /** What a step comes to, without what differs between the transports. */
  .extend(
    'run',
    { scope: 'file' },
    ({ service, callers }) =>
      async ({ called, caller, target, input }: Step, transport: Transport, tag: string) => {
        const { id, token } = callers[transport][caller];
        const name = `${tag}-${transport}`;
        const path: Record<string, string> = {};
        for (const parameter of called.rest?.params ?? []) {
          const own = target === 'self' && parameter === 'userID' && id;
          path[parameter] = own || (await targetOf(service, parameter, target, name));
        }
        const call = { token, input: { ...(await filled(service, input, name)), ...path } };
        const outcome =
          transport === 'rest'
            ? outcomeOf(await callRest(service, called, call))
            : await callClient(service, called, call);
        return comparable(outcome, transport);
      },
  );

/** One person of each role, and two who may do nothing. They differ in the transport's name alone. */
async function callersOf(service: Service, transport: Transport): Promise<Record<Caller, Partial<Person>>> {
  const people: Partial<Record<Role, Person>> = {};
  for (const role of roles) {
    const person = await service.person(role);
    await service.sql`update users set first_name = 'Caller', last_name = ${role},
      username = ${`${role}-${transport}`} where id = ${person.id}`;
    people[role] = person;
  }
  const { token } = await service.person('Administrator');
  await service.call('DELETE', '/auth/logout', { token });
  return { ...(people as Record<Role, Person>), nobody: {}, ended: { token } };
}

/** What they name is no resource; `unknown` is the state of all of it here. */
const withoutRecords = [
  'settlementID',
  'attachmentID',
  'tokenID',
  'calendarID',
  'webhookID',
  'deliveryID',
  'sessionID',
  'entryID',
];

/** What a parameter is that names a record in this state. */
async function targetOf(service: Service, parameter: string, target: Target, name: string): Promise<string> {
  const resource = resources.find((one) => parameter === `${nouns[one]}ID`);
  if (target === 'malformed') return 'not an id';
  if (!resource && !withoutRecords.includes(parameter)) throw new Error(`${parameter} names no record`);
  if (!resource || target === 'unknown') return unknownId;
  const role = roles.find((one) => one === target) ?? 'User';
  const id = await store(service, resource, resource === 'users' ? { role, username: `target-${name}` } : {});
  if (target === 'deleted')
    await service.sql`update ${service.sql(resource)} set deleted_at = now() where id = ${id}`;
  return id;
}

/** Puts records, and a username that nobody has, where the input stands for them. */
async function filled(service: Service, input: Input, username = ''): Promise<Input> {
  let text = JSON.stringify(input).replaceAll(freshName, username);
  for (const resource of resources) {
    const sign = referenceTo(resource);
    if (text.includes(sign)) text = text.replaceAll(sign, await store(service, resource));
  }
  return JSON.parse(text);
}

const unlike = ['createdAt', 'updatedAt', 'expiresAt', 'secretChangedAt', 'url', 'token', 'secret'];

/** Without identifiers, times, secret addresses and the transport's name. */
function comparable(outcome: Outcome, transport: Transport): unknown {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g;
  const text = JSON.stringify(outcome, (key, value) => (unlike.includes(key) ? undefined : value));
  return JSON.parse(text.replaceAll(uuid, '<id>').replaceAll(`-${transport}`, ''));
}

describe('a call has the same outcome over REST and over tRPC', () => {
  it('for random operations, callers, records and bodies', async ({ run }) => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(steps, async (step) => {
        const tag = unique('t');
        const [rest, trpc] = await Promise.all(transports.map((transport) => run(step, transport, tag)));
        expect(trpc).toEqual(rest);
        seen.add('data' in (rest as object) ? '200' : String((rest as { code: string }).code));
      }),
      { numRuns: runs(400), examples: rare },
    );
    if (!isWhole) return;
    // The generator is worth something only while it reaches all of these.
    const codes =
      'CHEQUE_STATE FORBIDDEN NOT_FOUND UNAUTHENTICATED UNKNOWN_REFERENCE USERNAME_TAKEN VALIDATION'.split(
        ' ',
      );
    expect([...seen].sort()).toEqual(expect.arrayContaining(['200', ...codes]));
  });

  it('for log-ins', async ({ service }) => {
    const login = procedure('auth.login');
    const username = 'root';
    for (const input of [
      { username, password: 'wrong password' },
      { username },
      { username: 5, password: null },
      {},
      { username: 'nobody at all', password },
    ]) {
      const rest = outcomeOf(await callRest(service, login, { input }));
      expect(await callClient(service, login, { input })).toEqual(rest);
      expect(rest).toMatchObject({ code: expect.stringMatching(/^(VALIDATION|INVALID_CREDENTIALS)$/) });
    }
    const data = { tokenType: 'Bearer', expiresIn: 43_200, user: { username, accessLevel: 'Administrator' } };
    const right = { input: { username, password } };
    expect(outcomeOf(await callRest(service, login, right))).toMatchObject({ data });
    expect(await callClient(service, login, right)).toMatchObject({ data });
  });
});

it.for(['logs', 'cheques', 'bills'] as const)(
  '%s.summary: the same sums, the same refusals',
  async (resource, { service, callers }) => {
    const summary = procedure(`${resource}.summary`);
    for (let i = 0; i < 3; i += 1) await store(service, resource);
    await fc.assert(
      fc.asyncProperty(
        parameters(samples[resource].parameters),
        fc.constantFrom<Caller>(...roles, 'nobody'),
        async (random, caller) => {
          const call = { token: callers.rest[caller].token, input: await filled(service, random) };
          const rest = outcomeOf(await callRest(service, summary, call));
          expect(await callClient(service, summary, call)).toEqual(rest);
        },
      ),
      {
        numRuns: runs(120),
        examples: [
          [{}, 'Administrator'],
          [{}, 'User'],
        ],
      },
    );
  },
);

describe('lists', () => {
  it.for([...resources.map((resource) => [resource, 'list'] as const), ['bills', 'ledger'] as const])(
    '%s.%s: same items, same nextCursor, same refusals',
    async ([resource, name], { service, callers }) => {
      const list = procedure(`${resource}.${name}`);
      // Patterns of the sample find these names.
      const names = resource === 'users' ? { firstName: 'Pair', lastName: 'Number' } : {};
      for (let i = 0; i < 3; i += 1) await store(service, resource, names);
      const fullPages = new Set<boolean>();
      await fc.assert(
        fc.asyncProperty(
          parameters(samples[resource].parameters),
          fc.constantFrom<Caller>(...roles, 'nobody'),
          async (random, caller) => {
            const call = { token: callers.rest[caller].token, input: await filled(service, random) };
            const hasMore = await alike(service, list, call);
            if (hasMore !== undefined) fullPages.add(hasMore);
          },
        ),
        {
          numRuns: runs(120),
          examples: [
            [{ limit: '1' }, 'Administrator'],
            [{}, 'Administrator'],
          ],
        },
      );
      if (isWhole) expect(fullPages).toEqual(new Set([true, false]));
    },
  );

  it.for([
    ['a filter of many identifiers', 'logs.list', { worker: Array(120).fill(unknownId).join(',') }],
    ['a search of 200 characters of four bytes', 'payees.list', { search: '🙂'.repeat(200) }],
  ] as const)('take %s over both', async ([, path, input], { service, admin: { token } }) => {
    const call = { token, input };
    expect(outcomeOf(await callRest(service, procedure(path), call))).toEqual({ data: [] });
    const data = { items: [], nextCursor: null };
    expect(await callClient(service, procedure(path), call)).toEqual({ data });
  });
});

// An adapter that sets `coerce` on the live zod objects would make "TRUE" true and null 0 after the first REST call.
describe('no call changes what another one means', () => {
  const wrong: [string, Input][] = [
    ...resources.map((resource): [string, Input] => [`${resource}.create`, samples[resource].wrong]),
    ['users.setPreferences', { active: 0, firstDayOfWeek: '1' }],
  ];

  it.for(wrong)('%s', async ([path, input], { service, admin: { token } }) => {
    const call = { token, input };
    const trpc = () => callClient(service, procedure(path), call);
    const rest = async () => outcomeOf(await callRest(service, procedure(path), call));
    const first = await trpc();
    expect(first).toMatchObject({ code: 'VALIDATION' });
    // Each of them comes after the other too.
    for (const again of [rest, trpc, rest, rest, trpc]) expect(await again()).toEqual(first);
  });
});
