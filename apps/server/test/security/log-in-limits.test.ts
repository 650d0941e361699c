import { describe, expect } from 'vitest';
import { atOnce, tally } from '../support/asking.ts';
import { failLogIns, freshAddress, logInFrom, wrong } from '../support/log-ins.ts';
import { unique } from '../support/samples/index.ts';
import { type Answer, password, startService } from '../support/service.ts';
import { test } from '../support/test.ts';

// docs/rules.md, section 4. Behind a proxy, so that each test has addresses of its own.
const it = test
  .extend('settings', { scope: 'file' }, { trustProxy: ['127.0.0.1'] })
  .extend(
    'logIn',
    { scope: 'file' },
    ({ service }) =>
      (username: string, from: string, typed = wrong) =>
        logInFrom(service, username, from, typed),
  )
  .extend('status', { scope: 'file' }, ({ logIn }) => async (...input: Parameters<typeof logIn>) => {
    const { status } = await logIn(...input);
    return status;
  })
  .extend(
    'fail',
    { scope: 'file' },
    ({ service }) =>
      (count: number, username: string, from: string) =>
        failLogIns(service, count, username, from),
  )
  /** Time passes. */
  .extend('later', { scope: 'file' }, ({ service }) => async (seconds: number) => {
    await service.sql`update attempts set drained_at = drained_at - make_interval(secs => ${seconds})`;
  });

describe('one account from one address', () => {
  it('has 10 failures; then even the right password has to wait', async ({ service, logIn, status }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    for (let i = 0; i < 10; i += 1) expect(await status(username, from)).toBe(401);
    for (const typed of [wrong, password]) {
      const answer = await logIn(username, from, typed);
      expect(answer).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(30);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await status(username, freshAddress(), password)).toBe(200);
    const { username: other } = await service.person('User');
    expect(await status(other, from, password)).toBe(200);
  });

  it('is the same account in other case, width and blanks, and a name that nobody has counts too', async ({
    status,
  }) => {
    const [name, from] = [unique('nobody'), freshAddress()];
    const wide = name.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
    const forms = [name, name.toUpperCase(), wide, ` ${name} `, `${name}\u200b`];
    for (let i = 0; i < 10; i += 1) expect(await status(forms[i % forms.length] ?? '', from)).toBe(401);
    for (const form of forms) expect(await status(form, from)).toBe(429);
    expect(await status(unique('nobody'), from)).toBe(401);
  });

  it('a success clears the count', async ({ service, status, fail }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    for (let round = 0; round < 2; round += 1) {
      await fail(9, username, from);
      expect(await status(username, from, password)).toBe(200);
    }
    expect(tally(await fail(12, username, from))).toEqual({ 401: 10, 429: 2 });
  });

  it('of 40 at once at most 10 are evaluated', async ({ service, status, fail }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    const answers = tally(await fail(40, username, from));
    expect(Object.keys(answers).sort()).toEqual(['401', '429']);
    expect(answers[401]).toBeLessThanOrEqual(10);
    expect(answers[401]).toBeGreaterThanOrEqual(1);
    expect(await status(username, from, password)).toBe(answers[401] === 10 ? 429 : 200);
  });

  it('gets one more each 30 seconds, and all of them in 5 minutes', async ({
    service,
    status,
    fail,
    later,
  }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    await fail(10, username, from);
    // As if the ten had come at this moment, however long they took.
    await service.sql`update attempts set drained_at = now() + interval '300 seconds' where key like ${`pair:%:${from}`}`;
    expect(await status(username, from)).toBe(429);
    await later(31);
    expect([await status(username, from), await status(username, from)]).toEqual([401, 429]);
    await later(300);
    expect(tally(await fail(11, username, from))).toEqual({ 401: 10, 429: 1 });
  });

  it('a refused attempt does not lengthen the wait', async ({ service, status, fail, later }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    await fail(10, username, from);
    await fail(30, username, from);
    await later(31);
    expect(await status(username, from, password)).toBe(200);
  });
});

it('a deactivated account is counted and answered like a wrong password', async ({ service, logIn }) => {
  const [{ username, id }, from] = [await service.person('User'), freshAddress()];
  await service.sql`update users set active = false where id = ${id}`;
  const answers = [await logIn(username, from, password), await logIn(unique('nobody'), from)];
  const { requestId: _, ...error } = answers[0]?.body.error ?? {};
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 401, body: { message: answers[0]?.body.message, error } });
  expect(tally(await atOnce(10, () => logIn(username, from, password)))).toEqual({ 401: 9, 429: 1 });
});

/** Fails until it is refused: how many were evaluated, beyond what became free meanwhile. */
async function exhaust(secondsEach: number, attempt: () => Promise<Answer>): Promise<number> {
  const started = Date.now();
  for (let evaluated = 0; ; ) {
    const counts = tally(await atOnce(20, attempt));
    evaluated += counts[401] ?? 0;
    expect((counts[401] ?? 0) + (counts[429] ?? 0)).toBe(20);
    if (counts[429]) return evaluated - Math.floor((Date.now() - started) / 1000 / secondsEach);
  }
}

it('one address has 100 failures over all accounts; others are not touched', async ({
  service,
  logIn,
  status,
  later,
}) => {
  const [{ username }, from] = [await service.person('User'), freshAddress()];
  const evaluated = await exhaust(3, () => logIn(unique('sprayed'), from));
  expect(evaluated).toBeGreaterThanOrEqual(98);
  expect(evaluated).toBeLessThanOrEqual(100);
  await service.sql`update attempts set drained_at = now() + interval '301 seconds' where key like ${`network:${from}`}`;
  const answer = await logIn(username, from, password);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(6);
  expect(await status(username, freshAddress(), password)).toBe(200);
  await later(7);
  expect(await status(username, from, password)).toBe(200);
});

it('one account has 100 failures over all addresses, and is slowed, never locked', async ({
  service,
  logIn,
  status,
  later,
}) => {
  const { username } = await service.person('User');
  const evaluated = await exhaust(36, () => logIn(username, freshAddress()));
  expect(evaluated).toBeGreaterThanOrEqual(98);
  expect(evaluated).toBeLessThanOrEqual(100);
  const answer = await logIn(username, freshAddress(), password);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(36);
  expect(await status(username.toUpperCase(), freshAddress(), password)).toBe(429);
  await later(37);
  expect(await status(username, freshAddress(), password)).toBe(200);
});

it('many log-ins of one account at once, right and wrong, never fail otherwise', async ({
  service,
  logIn,
}) => {
  const { username } = await service.person('User');
  for (let round = 0; round < 5; round += 1) {
    const shared = [freshAddress(), freshAddress(), freshAddress()];
    const answers = await atOnce(45, (i) =>
      logIn(i % 9 === 0 ? unique('nobody') : username, shared[i % 3] ?? '', i % 2 ? password : wrong),
    );
    for (const answer of answers)
      expect([200, 401, 429], JSON.stringify(answer.body)).toContain(answer.status);
  }
});

describe('the other ways to guess a password count in the same place', () => {
  it('tRPC', async ({ service, status, fail }) => {
    const [{ username }, from] = [await service.person('User'), freshAddress()];
    const body = { username, password: wrong };
    const trpc = () =>
      service.call('POST', '/trpc/auth.login', { body, headers: { 'x-forwarded-for': from } });
    await fail(5, username, from);
    expect(tally(await atOnce(7, trpc))).toEqual({ 401: 5, 429: 2 });
    const refused = await trpc();
    expect(refused.body.error.data).toMatchObject({ code: 'TOO_MANY_REQUESTS', httpStatus: 429 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await status(username, from, password)).toBe(429);
  });

  it('a batch of log-ins is refused', async ({ service }) => {
    const headers = { 'x-forwarded-for': freshAddress() };
    const body = { 0: { username: 'root', password: wrong }, 1: { username: 'root', password } };
    const answer = await service.call('POST', '/trpc/auth.login,auth.login?batch=1', { body, headers });
    expect(JSON.stringify(answer.body)).toContain('VALIDATION');
    expect(JSON.stringify(answer.body)).not.toContain('accessToken');
  });

  it('a wrong current password, for the session that asks', async ({ service, status, later }) => {
    const [{ username, token }, from] = [await service.person('Administrator'), freshAddress()];
    const own = { token, headers: { 'x-forwarded-for': from } };
    const change = (current: string) =>
      service.call('PATCH', '/users/password', { ...own, body: { current, new: 'another password' } });
    const confirm = (typed: string) =>
      service.call('POST', '/auth/confirm', { ...own, body: { password: typed } });
    expect(tally(await atOnce(5, () => change(wrong)))).toEqual({ 400: 5 });
    expect(tally(await atOnce(5, () => confirm(wrong)))).toEqual({ 400: 5 });
    const refused = await change(password);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'TOO_MANY_REQUESTS' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect((await confirm(password)).status).toBe(429);
    expect(await status(username, from, password)).toBe(200);
    await later(300);
    expect((await change(password)).status).toBe(200);
  });
});

it('RATE_LIMIT=off counts nothing', async ({ onTestFinished }) => {
  const free = await startService({ limitLogins: false });
  onTestFinished(free.close);
  const { username } = await free.person('User');
  expect(tally(await failLogIns(free, 30, username, '192.0.2.1'))).toEqual({ 401: 30 });
  expect(await free.sql`select from attempts`).toHaveLength(0);
});
