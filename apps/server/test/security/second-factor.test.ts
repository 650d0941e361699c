import { base32 } from '@daybook/api';
import { isApiError } from '@daybook/client';
import { factorMethods } from '@daybook/domain';
import { describe, expect, vi } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { codeOf, enrol, logInWith } from '../support/factors.ts';
import { password } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure } from '../support/wire.ts';

// docs/rules.md, section 4.
const it = test
  /** Somebody with an authenticator app and recovery codes. */
  .extend(
    'enrolled',
    { scope: 'file' },
    ({ service }) =>
      async () =>
        enrol(service, await service.person('User')),
  );

const wrong = '000 000';
/** One that is wrong whatever the time is. */
const wrongCode = (secret: string) =>
  ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find((code) =>
    [-60, -30, 0, 30, 60].every((seconds) => codeOf(secret, seconds) !== code),
  ) ?? wrong;

describe('the log-in of somebody enrolled', () => {
  it('needs a code, once the password is right', async ({ service, enrolled }) => {
    const person = await enrolled();
    const without = await logInWith(service, person);
    expectFailure(without, 401, 'SECOND_FACTOR_REQUIRED');
    expect(without.body.error.methods).toEqual(['totp', 'recovery']);
    expect(without.headers.getSetCookie()).toEqual([]);
    expectFailure(await logInWith(service, person, ''), 401, 'SECOND_FACTOR_REQUIRED');
    const answer = await logInWith(service, person, wrongCode(person.secret));
    expectFailure(answer, 401, 'SECOND_FACTOR_WRONG');
    expect(answer.body.error.methods).toEqual(['totp', 'recovery']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect((await logInWith(service, person, codeOf(person.secret))).status).toBe(200);
    const [session] = await service.sql`select has_second_factor as has from sessions
      where user_id = ${person.id} order by created_at desc limit 1`;
    expect(session?.has).toBe(true);
  });

  it('is answered as that of anybody else while the password is wrong, after the same work', async ({
    service,
    enrolled,
  }) => {
    const person = await enrolled();
    const plain = await service.person('User');
    const db = service.dependencies.pools.usersWrites;
    const [values, execute] = [vi.spyOn(db, 'values'), vi.spyOn(db, 'execute')];
    const askedOf = async (username: string, code?: string) => {
      values.mockClear();
      execute.mockClear();
      const answer = await logInWith(service, { username }, code, { typed: 'another password' });
      expectFailure(answer, 401, 'INVALID_CREDENTIALS');
      expect(answer.body.error.methods).toBeUndefined();
      return [...values.mock.calls, ...execute.mock.calls].map(([text]) => text);
    };
    const asked = await askedOf(plain.username);
    expect(asked.length).toBeGreaterThan(0);
    expect(await askedOf(person.username)).toEqual(asked);
    expect(await askedOf(person.username, codeOf(person.secret))).toEqual(asked);
    expect(await askedOf('nobody at all', wrong)).toEqual(asked);
  });

  it('reads codes with spaces, dashes and the digits of other scripts', async ({ service, enrolled }) => {
    const person = await enrolled();
    const again = () => service.sql`update factors set last_step = null where id = ${person.factor}`;
    const shifted = (zero: number, code: string) =>
      code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const spellings = [
      (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
      (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
      (code: string) => shifted(0x660, code),
      (code: string) => shifted(0x6f0, code),
      (code: string) => `\u200f${shifted(0x660, code)}`,
      (code: string) => shifted(0xff10, code),
    ];
    for (const spell of spellings) {
      await again();
      expect((await logInWith(service, person, spell(codeOf(person.secret)))).status).toBe(200);
    }
    const [first = '', second = ''] = person.recoveryCodes;
    expect((await logInWith(service, person, first.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    const confused = second
      .replaceAll('-', '')
      .replaceAll('O', '0')
      .replaceAll('I', '1')
      .replaceAll('B', '8');
    expect((await logInWith(service, person, confused)).status).toBe(200);
  });

  it('works with a clock 30 seconds off; 90 seconds off it says the time', async ({ service, enrolled }) => {
    for (const seconds of [-30, 30]) {
      const person = await enrolled();
      expect((await logInWith(service, person, codeOf(person.secret, seconds))).status).toBe(200);
    }
    const person = await enrolled();
    for (const seconds of [-90, 90]) {
      const answer = await logInWith(service, person, codeOf(person.secret, seconds));
      expectFailure(answer, 401, 'SECOND_FACTOR_WRONG');
      const [said = ''] = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/.exec(answer.body.message) ?? [];
      expect(Math.abs(Date.parse(said) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('takes a recovery code once, of four at once too', async ({ service, enrolled }) => {
    const person = await enrolled();
    const [code] = person.recoveryCodes;
    expect(tally(await atOnce(4, () => logInWith(service, person, code)))).toEqual({ 200: 1, 401: 3 });
    const { body } = await service.call('GET', '/auth/factors', person);
    expect(body.data.recoveryCodesLeft).toBe(9);
  });

  it('goes by the typed client too, which tells the methods', async ({ service, enrolled }) => {
    const { username, secret } = await enrolled();
    const client = service.client();
    const error = await client.auth.login.mutate({ username, password }).catch((thrown: unknown) => thrown);
    expect(isApiError(error) && error.data).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
      methods: factorMethods.slice(0, 2),
    });
    const { accessToken } = await client.auth.login.mutate({ username, password, code: codeOf(secret) });
    expect(accessToken).toMatch(/^ey/);
  });
});

describe('wrong codes', () => {
  it('wait twice as long each after the fifth, up to an hour, on devices that are not known', async ({
    service,
    enrolled,
  }) => {
    const person = await enrolled();
    const known = await logInWith(service, person, codeOf(person.secret));
    const cookie = known.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    await service.sql`update factors set last_step = null where id = ${person.factor}`;
    const guess = () => logInWith(service, person, wrongCode(person.secret));
    for (let count = 0; count < 5; count += 1) expectFailure(await guess(), 401, 'SECOND_FACTOR_WRONG');
    const waits: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      // The right code does not help either.
      const answer = await logInWith(service, person, codeOf(person.secret));
      expectFailure(answer, 429, 'TOO_MANY_REQUESTS');
      const wait = Number(answer.headers.get('retry-after'));
      waits.push(wait);
      await service.sql`update attempts set drained_at = drained_at - make_interval(secs => ${wait}) where key like 'code:%'`;
      expectFailure(await guess(), 401, 'SECOND_FACTOR_WRONG');
    }
    const expected = [30, 60, 120, 240, 480, 960, 1890, 3420, 3600, 3600];
    waits.forEach((wait, n) => {
      expect(wait).toBeLessThanOrEqual(expected[n] ?? 0);
      expect(wait).toBeGreaterThan((expected[n] ?? 0) - 30);
    });
    // A right password alone changes nothing.
    expectFailure(await logInWith(service, person), 401, 'SECOND_FACTOR_REQUIRED');
    expectFailure(await guess(), 429, 'TOO_MANY_REQUESTS');
    // Nobody keeps out the owner, on a device that has logged in before.
    expect((await logInWith(service, person, codeOf(person.secret), { cookie })).status).toBe(200);
    expectFailure(await guess(), 429, 'TOO_MANY_REQUESTS');
  });

  it('are counted at once as one after the other', async ({ service, enrolled }) => {
    const person = await enrolled();
    const code = wrongCode(person.secret);
    expect(tally(await atOnce(20, () => logInWith(service, person, code)))).toEqual({ 401: 5, 429: 15 });
  });

  it('are forgotten by a whole log-in, and by nothing less', async ({ service, enrolled }) => {
    const person = await enrolled();
    const guess = () => logInWith(service, person, wrongCode(person.secret));
    for (let count = 0; count < 4; count += 1) expectFailure(await guess(), 401, 'SECOND_FACTOR_WRONG');
    await logInWith(service, person);
    expect((await logInWith(service, person, codeOf(person.secret))).status).toBe(200);
    for (let count = 0; count < 5; count += 1) expectFailure(await guess(), 401, 'SECOND_FACTOR_WRONG');
    expectFailure(await guess(), 429, 'TOO_MANY_REQUESTS');
  });

  it('leave wrong passwords counted, until a whole log-in', async ({ service, enrolled }) => {
    const person = await enrolled();
    const mistype = () => logInWith(service, person, undefined, { typed: 'wrong password' });
    for (let count = 0; count < 9; count += 1) expectFailure(await mistype(), 401, 'INVALID_CREDENTIALS');
    expectFailure(await logInWith(service, person), 401, 'SECOND_FACTOR_REQUIRED');
    expectFailure(await mistype(), 401, 'INVALID_CREDENTIALS');
    expectFailure(await mistype(), 429, 'TOO_MANY_REQUESTS');
  });
});

it('a secret of 160 bits is what the app gets, and codes of 128 bits are stored as hashes', async ({
  service,
  enrolled,
}) => {
  const person = await enrolled();
  expect(person.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(new Set(person.recoveryCodes).size).toBe(10);
  for (const code of person.recoveryCodes)
    expect(code.replaceAll('-', '')).toHaveLength(base32(Buffer.alloc(16)).length);
  const rows = await service.sql`select secret from factors where id = ${person.factor}`;
  const hashes = await service.sql`select hash from recovery_codes where user_id = ${person.id}`;
  const stored = JSON.stringify([rows, hashes]);
  expect(stored).not.toContain(person.secret);
  for (const code of person.recoveryCodes) expect(stored).not.toContain(code);
  expect(service.dependencies.tokens.open(rows[0]?.secret, person.id)).toBeUndefined();
});
