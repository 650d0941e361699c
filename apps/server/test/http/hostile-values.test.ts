import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies, unknownId } from '../support/asking.ts';
import { knockTrpc } from '../support/doors.ts';
import { expectFailure, expectSound } from '../support/failing.ts';
import { type Kind, kinds, makeReferences, sampleOf } from '../support/records.ts';
import { type Person, type Service, startService } from '../support/service.ts';
import { openWire } from '../support/wire.ts';

// Values that no client of good will sends: in bodies, in queries, as identifiers.
let service: Service;
let admin: Person;
let ask: Ask;
let references: Awaited<ReturnType<typeof makeReferences>>;

beforeAll(async () => {
  service = await startService();
  admin = await service.person('Administrator');
  ask = asker(service, admin);
  references = await makeReferences(ask);
});
afterAll(() => service.close());

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, { token: admin.token, body });

const together = <T>(values: readonly T[], work: (value: T) => Promise<void>) =>
  Promise.all(values.map(work));

describe('values of another kind', () => {
  const takesNumbers = new Set(['payment', 'value']);
  const takesFlags = new Set(['isAbsent', 'isCancelled']);

  it.each(kinds)('are refused in every field of %s, and nothing is coerced', async (kind) => {
    const { required, optional } = sampleOf[kind](references.worker, references.payee);
    const record = await ask('POST', `/${kind}`, required);
    const wrongOnes = [1, 0, true, false, [], ['a'], {}, { $ne: '' }];
    const isRight = (name: string, value: unknown) =>
      (typeof value === 'number' && takesNumbers.has(name)) ||
      (typeof value === 'boolean' && takesFlags.has(name));
    for (const name of Object.keys({ ...required, ...optional }))
      await together(wrongOnes, async (wrong) => {
        if (isRight(name, wrong)) return;
        const answers = [
          await call('POST', `/${kind}`, { ...required, [name]: wrong }),
          await call('PUT', `/${kind}/${record._id}`, { [name]: wrong }),
        ];
        for (const answer of answers) {
          expectSound(answer);
          expect(expectFailure(answer, 400, 'VALIDATION'), `${name} ${JSON.stringify(wrong)}`).toEqual([
            name,
          ]);
        }
      });
    expect(await ask('GET', `/${kind}/${record._id}`)).toEqual(record);
  });

  it('are refused in a log-in', async () => {
    for (const wrong of [null, 1, true, [], {}, [['a']], { $gt: '' }])
      for (const name of ['username', 'password']) {
        const body = { username: 'root', password: 'wrong password', [name]: wrong };
        expect(expectFailure(await service.call('POST', '/auth', { body }), 400, 'VALIDATION')).toEqual([
          name,
        ]);
      }
    expect(expectFailure(await service.call('POST', '/auth', { body: {} }), 400, 'VALIDATION')).toEqual([
      'password',
      'username',
    ]);
  });
});

describe('values that PostgreSQL would take and must not get', () => {
  const days = [
    ...[
      '2024-02-30',
      '2023-02-29',
      '2024-13-01',
      '2024-00-10',
      '0000-00-00',
      '10000-01-01',
      'today',
      'now',
      'epoch',
    ],
    ...[
      'infinity',
      '-infinity',
      '01/02/2024',
      '20240101',
      '1-2-3',
      'J2451187',
      '2024-01-01 BC',
      '2024-01-01T00:00:00Z',
      '',
    ],
  ];
  const clocks = [
    '24:00',
    '24:01',
    '23:60',
    '12:00 PM',
    'allballs',
    '-1:00',
    '12:00+05',
    '1200',
    '',
    '23:59:60',
    'now',
  ];
  const amounts = [
    ...[
      'NaN',
      'Infinity',
      '-Infinity',
      '1e400',
      '1e5',
      '0x1F',
      '1_000',
      '1,5',
      '',
      ' ',
      '٣',
      '12.34567',
      '9'.repeat(20),
    ],
    ...['1e-400', '-'],
  ];
  const cases: [Kind, string, readonly unknown[]][] = [
    ['logs', 'date', days],
    ['logs', 'startingTime', clocks],
    ['logs', 'finishingTime', clocks],
    ['logs', 'payment', amounts],
    ['cheques', 'dueDate', days],
    ['cheques', 'value', amounts],
    ['bills', 'date', days],
    ['bills', 'value', amounts],
    ['payees', 'phoneNumber', ['15551234567', '+1555CALL', `+${'1'.repeat(40)}`, '+1']],
    ['payees', 'email', ['x', 'a@b c', `${'a'.repeat(320)}@b`]],
    ['logs', 'isAbsent', ['TRUE', 'yes', 'banana', '1', '', 't', 'on']],
    ['cheques', 'isCancelled', ['FALSE', 'no', '0', '', 'f', 'off']],
  ];
  it.each(cases)('%s.%s', async (kind, name, values) => {
    const { required } = sampleOf[kind](references.worker, references.payee);
    const record = await ask('POST', `/${kind}`, required);
    await together(values, async (value) => {
      const post = await call('POST', `/${kind}`, { ...required, [name]: value });
      expect(expectFailure(post, 400, 'VALIDATION'), String(value)).toEqual([name]);
      const put = await call('PUT', `/${kind}/${record._id}`, { [name]: value });
      expect(expectFailure(put, 400, 'VALIDATION'), String(value)).toEqual([name]);
    });
    expect(await ask('GET', `/${kind}/${record._id}`)).toEqual(record);
  });

  it('numbers of JSON that are no exact amounts', async () => {
    for (const number of [
      '1e400',
      '-1e400',
      '1e-400',
      '0.30000000000000004',
      '12345678901234567',
      '1e15',
      '0.00001',
    ]) {
      const whole = JSON.stringify(bodies.bill({ value: '@' })).replace('"@"', number);
      const answer = await call('POST', '/bills', whole);
      // What is nearer to 0 than any double is 0 for every reader of JSON.
      if (number === '1e-400') expect(answer.body.data.value).toBe('0');
      else expect(expectFailure(answer, 400, 'VALIDATION'), number).toEqual(['value']);
    }
  });

  it('a flag means the same whichever door it came through before', async () => {
    const status = { path: 'users.setStatus', type: 'mutation' } as const;
    const { _id: userID } = await ask('POST', '/users', bodies.user());
    const rest = async (active: unknown) => call('PATCH', `/users/${userID}/status`, { active });
    const trpc = async (active: unknown) =>
      knockTrpc(service, status, { token: admin.token, input: { userID, active } });
    for (let round = 0; round < 2; round++)
      for (const [sent, stored] of [
        ['false', false],
        [true, true],
        [false, false],
        ['true', true],
      ] as const) {
        expect((await trpc(sent)).body.result.data.active).toBe(stored);
        expect((await rest(sent)).body.data.active).toBe(stored);
        for (const wrong of ['TRUE', 'yes', '1', '', 1, 0, null, [], [true]])
          for (const door of [rest, trpc])
            expect((await door(wrong)).status, JSON.stringify(wrong)).toBe(400);
        expect(await ask('GET', `/users/${userID}`)).toMatchObject({ active: stored });
      }
  });
});

describe('identifiers that name nothing', () => {
  const ids = [
    ...['x', 'null', 'undefined', 'NaN', '0', '-1', unknownId, '00000000-0000-0000-0000-000000000000'],
    ...[
      '%00',
      '%0a',
      '%20',
      '%2e%2e%2f',
      '..%2f..',
      '%ED%A0%80x',
      "'%20OR%201=1--",
      '1;drop%20table%20users',
      '%7B%7D',
    ],
    ...['__proto__', 'constructor', 'toString', '%F0%9F%99%82', 'a'.repeat(5000), `{${unknownId}}`],
  ];

  it.each(kinds)('are 404 for %s', async (kind) => {
    const other = kind === 'payees' ? references.worker : references.payee;
    const [change] = Object.entries(sampleOf[kind](references.worker, references.payee).required);
    const wire = openWire(service.url);
    for (const id of [...ids, other, other.toUpperCase(), other.replaceAll('-', '')]) {
      const options = { token: admin.token, headers: { 'content-type': 'application/json' } };
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const body =
          method === 'PUT' ? JSON.stringify(Object.fromEntries(change ? [change] : [])) : undefined;
        const answer = await wire.send(method, `/${kind}/${id}`, { ...options, body });
        // Bytes that are no UTF-8 are no address at all.
        if (id.startsWith('%ED')) expect([400, 404], id).toContain(answer.status);
        else expectFailure(answer, 404, 'NOT_FOUND');
      }
    }
    wire.close();
  });

  it('are 404 for sessions, and 404 before what else is wrong with an account', async () => {
    for (const id of ['x', unknownId, references.worker, '%00'])
      expectFailure(await call('DELETE', `/auth/sessions/${id}`), 404, 'NOT_FOUND');
    expectFailure(await call('PATCH', `/users/${unknownId}/role`, { role: 'User' }), 404, 'NOT_FOUND');
    expectFailure(await call('PATCH', `/users/${unknownId}/status`, { active: 'true' }), 404, 'NOT_FOUND');
    expectFailure(await call('DELETE', `/users/${references.payee}`), 404, 'NOT_FOUND');
  });
});

describe('queries', () => {
  const known: [string, string][] = [
    ['limit', '/users'],
    ['active', '/users'],
    ['role', '/users'],
    ['cursor', '/users'],
    ['from', '/logs'],
    ['to', '/logs'],
    ['isAbsent', '/logs'],
    ['limit', '/logs'],
    ['cursor', '/logs'],
    ['from', '/cheques'],
    ['isCancelled', '/cheques'],
    ['cursor', '/cheques'],
    ['to', '/bills'],
    ['cursor', '/bills'],
    ['limit', '/payees'],
    ['cursor', '/payees'],
  ];
  it.each(known)('%s of %s is refused by its name', async (name, path) => {
    const wrong = [
      'x',
      '%00',
      '-1',
      '0',
      '1001',
      '%F0%9F%99%82',
      '[]',
      '{}',
      'null',
      '1e1',
      `${'9'.repeat(300)}`,
    ];
    await together(wrong, async (value) => {
      const answer = await call('GET', `${path}?${name}=${value}`);
      expectSound(answer);
      expect(expectFailure(answer, 400, 'VALIDATION'), value).toEqual([name]);
    });
    const twice = await call('GET', `${path}?${name}=true&${name}=true`);
    expect(expectFailure(twice, 400, 'VALIDATION')).toEqual([name]);
  });

  it.each(['/cheques', '/bills', '/payees'])(
    'search of %s takes any text that can be stored',
    async (path) => {
      for (const text of ['%25', '_', "'", '%5C', '(', '.*', '%F0%9F%99%82', "'%20OR%201=1--", '%0a'])
        expect((await call('GET', `${path}?search=${text}`)).status, text).toBe(200);
      for (const text of ['%00', 'a%00b', 'x'.repeat(201)])
        expect(expectFailure(await call('GET', `${path}?search=${text}`), 400, 'VALIDATION')).toEqual([
          'search',
        ]);
    },
  );

  it.each(['/users', '/logs', '/cheques', '/bills', '/payees'])(
    '%s ignores what it does not know',
    async (path) => {
      const plain = await call('GET', path);
      for (const query of [
        'x=1',
        '__proto__=x',
        '__proto__[x]=1',
        'constructor=x',
        'search[$ne]=x',
        'limit[]=5',
        '&&&',
        '=',
        'toString=1',
      ]) {
        const answer = await call('GET', `${path}?${query}`);
        expect([answer.status, answer.body], query).toEqual([200, plain.body]);
      }
    },
  );

  it.each(['%', '%f', '%ff', '%ED%A0%80', '%C0%AF'])(
    'a broken escape is text or refused: %s',
    async (value) => {
      for (const path of ['/users', '/payees', '/cheques', '/bills']) {
        const answer = await call('GET', `${path}?search=${value}`);
        expectSound(answer);
        expect([200, 400]).toContain(answer.status);
      }
    },
  );
});
