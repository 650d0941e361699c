import { type Role, roles } from '@daybook/domain';
import fc, { type Arbitrary } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique, unknownId } from '../support/asking.ts';
import { createRecord, type Kind } from '../support/fixtures.ts';
import {
  body,
  FRESH,
  fieldsOf,
  flag,
  PAYEE,
  queriesOf,
  query,
  role,
  TARGET,
  WORKER,
} from '../support/inputs.ts';
import { type Person, password, type Service, startService } from '../support/service.ts';
import {
  type Input,
  type Operation,
  type Outcome,
  outcomeOf,
  overRest,
  overTrpc,
} from '../support/transports.ts';

// Each call is sent over REST and by the typed client against two records in the same state.
let service: Service;
const transports = ['rest', 'trpc'] as const;
type Transport = (typeof transports)[number];
let people: Record<Transport, Record<Role, Person>>;
let dead: string;

beforeAll(async () => {
  service = await startService({ limitLogins: false });
  const callersOf = async (name: Transport) => {
    const made = {} as Record<Role, Person>;
    for (const level of roles) {
      made[level] = await service.person(level);
      // They differ in the transport's name alone.
      await service.sql`update users set first_name = 'Caller', last_name = ${level},
        username = ${`${level}-${name}`} where id = ${made[level].id}`;
    }
    return made;
  };
  people = { rest: await callersOf('rest'), trpc: await callersOf('trpc') };
  const gone = await service.person('Administrator');
  await service.call('DELETE', '/auth/logout', { token: gone.token });
  dead = gone.token;
});
afterAll(() => service.close());

interface Case extends Operation {
  readonly input: Arbitrary<Input>;
  /** The kind of record that the operation names, and the name of its parameter. */
  readonly names?: { readonly kind: Kind; readonly as: string };
}

const mutation = (procedure: string, rest: string, input: Arbitrary<Input>, names?: Case['names']): Case => ({
  procedure,
  kind: 'mutation',
  rest,
  input,
  ...(names && { names }),
});

function ofKind(kind: Exclude<Kind, 'users'>): Case[] {
  const as = `${kind.slice(0, -1)}ID`;
  const one = `/${kind}/{${as}}`;
  const names = { kind, as };
  return [
    mutation(`${kind}.create`, `POST /${kind}`, body(fieldsOf[kind])),
    mutation(`${kind}.update`, `PUT ${one}`, body(fieldsOf[kind]), names),
    mutation(`${kind}.remove`, `DELETE ${one}`, fc.constant({}), names),
    { procedure: `${kind}.get`, kind: 'query', rest: `GET ${one}`, input: fc.constant({}), names },
  ];
}

const account = { kind: 'users', as: 'userID' } as const;
const newPassword = { password: fc.constantFrom<unknown>('a long password', 'short', 5, null) };
const changeOfPassword = {
  current: fc.constantFrom(password, 'wrong one'),
  new: fc.constantFrom(password, 'short'),
};
const cases: Case[] = [
  ...ofKind('logs'),
  ...ofKind('payees'),
  ...ofKind('cheques'),
  ...ofKind('bills'),
  mutation('users.create', 'POST /users', body({ ...fieldsOf.users, ...newPassword })),
  mutation('users.update', 'PUT /users/{userID}', body(fieldsOf.users), account),
  mutation('users.update', 'PUT /users/{userID}', body(newPassword), account),
  mutation('users.remove', 'DELETE /users/{userID}', fc.constant({}), account),
  mutation('users.setStatus', 'PATCH /users/{userID}/status', body({ active: flag }), account),
  mutation('users.setRole', 'PATCH /users/{userID}/role', body({ role }), account),
  mutation('users.setPreferences', 'PATCH /users/preferences', body(fieldsOf.preferences)),
  mutation('users.changePassword', 'PATCH /users/password', fc.record(changeOfPassword)),
  {
    procedure: 'users.get',
    kind: 'query',
    rest: 'GET /users/{userID}',
    input: fc.constant({}),
    names: account,
  },
  { procedure: 'auth.me', kind: 'query', rest: 'GET /auth', input: fc.constant({}) },
  mutation('auth.revokeSession', 'DELETE /auth/sessions/{sessionID}', fc.constant({ sessionID: unknownId })),
];

type Target = 'present' | 'deleted' | 'unknown' | 'malformed' | 'self' | Role;
type Caller = Role | 'nobody' | 'ended';
interface Step {
  readonly operation: Case;
  readonly caller: Caller;
  readonly target: Target;
  readonly input: Input;
}

const step: Arbitrary<Step> = fc.constantFrom(...cases).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    caller: fc.constantFrom<Caller>(
      'Administrator',
      'Administrator',
      'Supervisor',
      'User',
      'nobody',
      'ended',
    ),
    target: fc.constantFrom<Target>(
      'present',
      'present',
      'deleted',
      'unknown',
      'malformed',
      'self',
      ...roles,
    ),
    input: operation.input,
  }),
);

async function targetOf({ operation, target, caller }: Step, transport: Transport, tag: string) {
  const kind = operation.names?.kind;
  if (!kind || target === 'malformed') return 'not an id';
  if (target === 'unknown') return unknownId;
  if (target === 'self' && kind === 'users' && caller in people[transport])
    return people[transport][caller as Role].id;
  const level = roles.find((name) => name === target) ?? 'User';
  const id = await createRecord(service, kind, { level, username: `${tag}target-${transport}` });
  if (target === 'deleted')
    await service.sql`update ${service.sql(kind)} set deleted_at = now() where id = ${id}`;
  return id;
}

/** Puts this transport's own record, worker, payee and username where the input stands for them. */
const filled = (input: Input, values: Readonly<Record<string, string>>): Input =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      return [
        name,
        Object.entries(values).reduce((text, [sign, real]) => text.replaceAll(sign, real), value),
      ];
    }),
  );

/** Without identifiers, times and the transport's name. */
function comparable(outcome: Outcome, transport: Transport): unknown {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}/g;
  const text = JSON.stringify(outcome, (key, value) =>
    key === 'createdAt' || key === 'updatedAt' ? undefined : value,
  );
  return JSON.parse(text.replaceAll(uuid, '<id>').replaceAll(`-${transport}`, ''));
}

async function run(step: Step, transport: Transport, tag: string): Promise<unknown> {
  const { operation, caller, input } = step;
  const target = await targetOf(step, transport, tag);
  const uses = JSON.stringify(input);
  const values = {
    [TARGET]: target,
    [FRESH]: `${tag}-${transport}`,
    ...(uses.includes(WORKER) && {
      [WORKER]: await createRecord(service, 'users', { username: `${tag}worker-${transport}` }),
    }),
    ...(uses.includes(PAYEE) && { [PAYEE]: await createRecord(service, 'payees') }),
  };
  const sent = filled({ ...input, ...(operation.names && { [operation.names.as]: target }) }, values);
  const token = caller === 'nobody' ? undefined : caller === 'ended' ? dead : people[transport][caller].token;
  const outcome =
    transport === 'rest'
      ? outcomeOf(await overRest(service, operation, sent, token))
      : await overTrpc(service, operation, sent, token);
  return comparable(outcome, transport);
}

/** Steps that chance alone takes too seldom. */
const rare: Step[] = [
  ['logs.create', { date: '2024-1-1', startingTime: '8:00', finishingTime: '9:00', worker: 'nobody' }],
  ['cheques.create', { serial: '1', dueDate: '2024-1-1', value: 1, payee: 'nobody' }],
  ['users.create', { firstName: 'A', lastName: 'B', username: 'ROOT', password: 'a long password' }],
  ['users.changePassword', { current: 'wrong one', new: 'a long password' }],
].map(([procedure, input]) => ({
  operation: cases.find((one) => one.procedure === procedure) as Case,
  caller: 'Administrator',
  target: 'present',
  input: input as Input,
}));

describe('a call has the same outcome over REST and over tRPC', () => {
  it('for random operations, callers, records and bodies', { timeout: 60_000 }, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(step, async (random) => {
        const tag = unique('t');
        const [rest, trpc] = await Promise.all(transports.map((transport) => run(random, transport, tag)));
        expect(trpc).toEqual(rest);
        seen.add('data' in (rest as object) ? '200' : String((rest as { code: string }).code));
      }),
      { numRuns: 400, examples: rare.map((example) => [example]) },
    );
    // The generator is worth something only while it reaches all of these.
    expect([...seen].sort()).toEqual(
      expect.arrayContaining([
        '200',
        'FORBIDDEN',
        'NOT_FOUND',
        'UNAUTHENTICATED',
        'UNKNOWN_REFERENCE',
        'USERNAME_TAKEN',
        'VALIDATION',
      ]),
    );
  });

  it('for log-ins', async () => {
    const login = { procedure: 'auth.login', kind: 'mutation', rest: 'POST /auth' } as const;
    const username = 'root';
    const inputs = [
      { username, password: 'wrong password' },
      { username },
      { username: 5, password: null },
      {},
    ];
    for (const input of [...inputs, { username: 'nobody at all', password }]) {
      const rest = outcomeOf(await overRest(service, login, input));
      expect(await overTrpc(service, login, input)).toEqual(rest);
      expect(rest).toMatchObject({ code: expect.stringMatching(/^(VALIDATION|INVALID_CREDENTIALS)$/) });
    }
    const data = { tokenType: 'Bearer', expiresIn: 43_200, user: { username, accessLevel: 'Administrator' } };
    const right = { username, password };
    expect(outcomeOf(await overRest(service, login, right))).toMatchObject({ data });
    expect(await overTrpc(service, login, right)).toMatchObject({ data });
  });
});

describe('lists', () => {
  const lists = Object.entries(queriesOf).map(([kind, fields]) => {
    const operation = { procedure: `${kind}.list`, kind: 'query', rest: `GET /${kind}` } as const;
    return { kind, fields, operation };
  });

  it.each(lists)('$kind: same items, same nextCursor, same refusals', async ({ kind, fields, operation }) => {
    const [worker, payee] = [await createRecord(service, 'users'), await createRecord(service, 'payees')];
    for (let i = 0; i < 3; i += 1) await createRecord(service, kind as Kind);
    const callers = fc.constantFrom<Role | 'nobody'>(...roles, 'nobody');
    const fullPages = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(query(fields), callers, async (random, caller) => {
        const token = caller === 'nobody' ? undefined : people.rest[caller].token;
        const input = filled(random, { [WORKER]: worker, [PAYEE]: payee });
        const answer = await overRest(service, operation, input, token);
        const trpc = await overTrpc(service, operation, input, token);
        if (answer.status !== 200) {
          expect(trpc).toEqual(outcomeOf(answer));
          return;
        }
        const { success, data, nextCursor, ...others } = answer.body;
        expect({ success, others }).toEqual({ success: true, others: {} });
        const page = trpc as { data: { items: unknown[]; nextCursor: string | null } };
        expect(page.data.items).toEqual(data);
        const link = answer.headers.get('link');
        const linked = link && new URL(/^<(.*)>; rel="next"$/.exec(link)?.[1] ?? '', service.url);
        expect(linked ? linked.searchParams.get('cursor') : null).toBe(page.data.nextCursor);
        if (kind === 'users') expect(Object.keys(answer.body)).toEqual(['success', 'data']);
        else expect(nextCursor).toBe(page.data.nextCursor);
        fullPages.add(page.data.nextCursor !== null);
      }),
      {
        numRuns: 120,
        examples: [
          [{ limit: '1' }, 'Administrator'],
          [{}, 'Administrator'],
        ],
      },
    );
    expect(fullPages).toEqual(new Set([true, false]));
  });

  it('take a filter of many identifiers over both', async () => {
    const { token } = people.rest.Administrator;
    const worker = Array.from({ length: 120 }, () => unknownId).join(',');
    const list = { procedure: 'logs.list', kind: 'query', rest: 'GET /logs' } as const;
    expect(outcomeOf(await overRest(service, list, { worker }, token))).toEqual({ data: [] });
    expect(await overTrpc(service, list, { worker }, token)).toEqual({
      data: { items: [], nextCursor: null },
    });
  });

  it('take a search of 200 characters of four bytes over both', async () => {
    const { token } = people.rest.Administrator;
    const search = '🙂'.repeat(200);
    const list = { procedure: 'payees.list', kind: 'query', rest: 'GET /payees' } as const;
    expect(outcomeOf(await overRest(service, list, { search }, token))).toEqual({ data: [] });
    expect(await overTrpc(service, list, { search }, token)).toEqual({
      data: { items: [], nextCursor: null },
    });
  });
});

// An adapter that sets `coerce` on the live zod objects would make "TRUE" true and null 0 after the first REST call.
describe('no call changes what another one means', () => {
  const wrong: [Operation, Input][] = [
    ['bills.create', 'POST /bills', { date: 5, value: null }],
    [
      'cheques.create',
      'POST /cheques',
      { serial: 5, dueDate: null, value: true, payee: 7, isCancelled: 'TRUE' },
    ],
    ['logs.create', 'POST /logs', { date: 1, payment: null, worker: 5, isAbsent: 1 }],
    ['payees.create', 'POST /payees', { name: 5, email: true, phoneNumber: 12345678 }],
    ['users.create', 'POST /users', { firstName: 1, lastName: true, username: 3, password: 12345678 }],
    ['users.setPreferences', 'PATCH /users/preferences', { active: 0, firstDayOfWeek: '1' }],
  ].map(([procedure, rest, input]) => [{ procedure, rest, kind: 'mutation' } as Operation, input as Input]);

  it.each(wrong.map(([operation, input]) => ({ name: operation.procedure, operation, input })))(
    '$name',
    async ({ operation, input }) => {
      const { token } = people.rest.Administrator;
      const trpc = () => overTrpc(service, operation, input, token);
      const rest = async () => outcomeOf(await overRest(service, operation, input, token));
      const first = await trpc();
      expect(first).toMatchObject({ code: 'VALIDATION' });
      // "Here" and "there" in turn, so that each comes after the other too.
      for (const again of [rest, trpc, rest, rest, trpc]) expect(await again()).toEqual(first);
    },
  );
});
