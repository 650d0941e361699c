import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ask, asker, bodies } from '../support/asking.ts';
import { expectFailure, expectSound } from '../support/failing.ts';
import { callTrpc } from '../support/procedures.ts';
import { type Kind, kinds, makeReferences, sampleOf } from '../support/records.ts';
import { type Person, type Service, startService } from '../support/service.ts';

// Values in bodies that no client of good will sends.
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
      '99999999999999.994999',
      '1.0000000000000000001',
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

  it('a flag means the same whichever transport it came by before', async () => {
    const status = { path: 'users.setStatus', type: 'mutation' } as const;
    const { _id: userID } = await ask('POST', '/users', bodies.user());
    const rest = async (active: unknown) => call('PATCH', `/users/${userID}/status`, { active });
    const trpc = async (active: unknown) =>
      callTrpc(service, status, { token: admin.token, input: { userID, active } });
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
          for (const call of [rest, trpc])
            expect((await call(wrong)).status, JSON.stringify(wrong)).toBe(400);
        expect(await ask('GET', `/users/${userID}`)).toMatchObject({ active: stored });
      }
  });
});
