import { connect } from '@daybook/domain/server';
import { describe, expect } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { atOnce } from '../support/asking.ts';
import { addUsers } from '../support/listing.ts';
import { type Person, type Service, startService } from '../support/service.ts';
import { test } from '../support/test.ts';
import { expectFailure, expectSound } from '../support/wire.ts';

// docs/rules.md, section 7: a pattern of GET /users comes from people; it may be wrong, or costly, or both.
const searchOf =
  (service: Service, { token }: Person) =>
  (pattern: string) =>
    service.call('GET', `/users?search=${encodeURIComponent(pattern)}`, { token });

const it = test.extend('search', { scope: 'file' }, async ({ service, admin }) => {
  const long = `${'a'.repeat(100)} ${'b'.repeat(100)}`;
  await addUsers(service, ['Ada Lovelace', 'علي حسن', long, `${'aa '.repeat(33)}${'é'.repeat(100)}`]);
  return searchOf(service, admin);
});

const words = (text: string) => text.trim().split(/\s+/);

const invalid = words(String.raw`
  ( ) [ a) (a * *a + ? ?a a{2,1} a{256} a{1,300} [z-a] [[:nothing:]] \ (? (?<n>a) (?P<x>a) (?<!x [a a** ***bad
`);
const costly = words(String.raw`
  (a)\1 (.)\1 (a*)*b (a+)+$ (.{0,100}){0,100}x (?:(?:(?:.?){0,9}){0,9}){0,9}! ((a?){5}){5} (x+x+)+y
  (?:(?:a|b)+c?)*d ^(.+)(.+)(.+)(.+)\4\3\2\1$ ((a|aa)+)+$ (a?){60}a{60} ((.*)*)*x
`);
const long = [
  'x'.repeat(201),
  '🙂'.repeat(201),
  'x'.repeat(2000),
  'x'.repeat(2001),
  `${'(a|b)'.repeat(100)}`,
];
const unstorable = ['\0', 'a\0b', 'nul\0'];

describe('refuses with a reason', () => {
  it.for(
    [...invalid, ...costly, ...long, ...unstorable].map(
      (pattern) => [JSON.stringify(pattern).slice(0, 40), pattern] as const,
    ),
  )('%s', async ([, pattern], { service, admin, search }) => {
    const before = process.cpuUsage();
    const answer = await search(pattern);
    expectSound(answer);
    expect(expectFailure(answer, 400, 'INVALID_SEARCH')).toEqual(['search']);
    expect(answer.body.error.issues).toEqual([
      expect.objectContaining({
        path: ['search'],
        code: expect.stringMatching(/^pattern_/),
        message: expect.stringMatching(/.{10}/),
      }),
    ]);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    if (pattern.length > 200) return;
    const trpc = service.client(admin.token).users.list.query({ search: pattern });
    await expect(trpc).rejects.toMatchObject({ data: { code: 'INVALID_SEARCH' } });
  });
});

/** The middle one: a single hiccup of a busy machine is nobody's fault. */
const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1];

describe('while others are served', () => {
  it('refuses many costly patterns at once', async ({ service, admin: { token }, search }) => {
    const slow = atOnce(40, (i) => search(costly[i % costly.length] ?? ''));
    const times = await atOnce(20, async () => {
      const started = performance.now();
      expect((await service.call('GET', '/auth', { token })).status).toBe(200);
      return performance.now() - started;
    });
    expect((await slow).map(({ status }) => status)).toEqual(Array(40).fill(400));
    expect(middle(times)).toBeLessThan(2000);
  });

  it('answers or refuses costly patterns', async ({ service, admin: { id, token }, search }) => {
    const patterns = words(`
      (.{0,100}){0,100}x (a+)+$ ^.*.*.*.*.*x$ (a|b|ab)*(a|b|ab)*c [^x]*[^y]*[^z]*[^a]*!
    `);
    const searches = Promise.all([...patterns, ...patterns].map(search));
    const times: number[] = [];
    for (let n = 0; n < 10; n++) {
      const begun = performance.now();
      expect((await service.call('GET', `/users/${id}`, { token })).status).toBe(200);
      times.push(performance.now() - begun);
    }
    expect(middle(times)).toBeLessThan(2000);
    for (const answer of await searches) {
      expectSound(answer);
      expect([200, 400]).toContain(answer.status);
    }
  });

  it('answers what is let through quickly, on a thousand of the longest names', async () => {
    const crowded = await startService();
    try {
      const person = await crowded.person('Administrator');
      const search = searchOf(crowded, person);
      await crowded.sql`insert into users (id, first_name, last_name, username, username_key, email, phone_number,
          access_level, password_hash, preferences)
        select gen_random_uuid(), repeat('ab', 50), repeat('ba', 49) || n % 10, 'm' || n, 'm' || n, '', '', 'User', '', '{}'
        from generate_series(1, 1000) n`;
      const hard = [
        'a.*b.*c',
        '(a|b)*c',
        '.*.*.*c',
        '[ab]+ [ab]+c',
        '(?:ab){50}c',
        '.{0,200}!',
        'a?b?a?b?a?b?c',
        '\\w+\\d!',
      ];
      const times: number[] = [];
      for (const pattern of hard) {
        const started = performance.now();
        const other = crowded.call('GET', '/auth', { token: person.token });
        const { status, body } = await search(pattern);
        // Refused or answered: either in time.
        if (status === 400) expect(body.error.code, pattern).toBe('INVALID_SEARCH');
        else expect([status, body.data], pattern).toEqual([200, []]);
        expect((await other).status).toBe(200);
        times.push(performance.now() - started);
      }
      expect(middle(times)).toBeLessThan(4000);
    } finally {
      await crowded.close();
    }
  });
});

it('the time limit of PostgreSQL is an invalid search; the connection serves on', async ({
  service,
  admin,
}) => {
  const hasty = connect(service.server, {
    max: 1,
    statementTimeout: 1,
    lockTimeout: 1000,
    statements: 100,
  });
  const app = await buildApp({
    ...service.dependencies,
    pools: { ...service.dependencies.pools, search: hasty.db },
  });
  try {
    await service.sql`insert into users (id, first_name, last_name, username, username_key, email, phone_number,
        access_level, password_hash, preferences, deleted_at)
      select gen_random_uuid(), repeat('xy', 50), repeat('yx', 50), 'd' || n, 'd' || n, '', '', 'User', '', '{}', null
      from generate_series(1, 5000) n`;
    const send = (pattern: string) =>
      app.inject({ url: `/users?search=${pattern}`, headers: { authorization: `Bearer ${admin.token}` } });
    for (let i = 0; i < 2; i += 1) {
      const answer = await send('x.*q');
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'INVALID_SEARCH']);
      expect(answer.json().error.issues[0]).toEqual({
        path: ['search'],
        code: 'pattern_too_slow',
        message: expect.stringMatching(/too long/),
      });
    }
  } finally {
    await app.close();
    await hasty.close();
    await service.sql`update users set deleted_at = now() where username like 'd%'`;
  }
});
