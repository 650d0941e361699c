import { describe, expect } from 'vitest';
import { served } from '../support/asking.ts';
import { type Answer, startService } from '../support/service.ts';
import { test } from '../support/test.ts';

// No page of a list and no answer of a batch is larger than what is promised, whatever the records hold.
const mebibyte = 1024 * 1024;
const rows = 180;
const byteLength = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

interface Listed {
  readonly data: readonly { readonly _id: string }[];
  readonly nextCursor: string | null;
}

const it = test
  .extend('settings', { scope: 'file' }, { limitLogins: false })
  .extend(
    'get',
    { scope: 'file' },
    ({ service, admin: { token } }) =>
      (path: string) =>
        served(service, 'GET', path, { token }),
  )
  /** Every page of a list over REST. */
  .extend('pagesOf', { scope: 'file' }, ({ get }) => async (path: string) => {
    const pages: Listed[] = [];
    for (let cursor = ''; ; cursor = `&cursor=${pages.at(-1)?.nextCursor}`) {
      const { status, headers, body } = await get(`${path}${cursor}`);
      expect(status).toBe(200);
      expect(headers.has('link')).toBe(body.nextCursor !== null);
      pages.push(body);
      if (body.nextCursor === null) return pages;
    }
  })
  /** On a slow machine such answers may at first take longer than the database may. */
  .extend('client', { scope: 'file' }, ({ service, admin }) => service.client(admin.token, { retries: 20 }));

it.beforeAll(async ({ service: { sql } }) => {
  // Each sign is six bytes of JSON: the largest that a record can be.
  const notes = '\u0001'.repeat(10_000);
  await sql`
    insert into bills (id, date, value, description, extra_notes)
    select gen_random_uuid(), '2024-01-01', n, 'large', ${notes} from generate_series(1, ${rows}::integer) n`;
  await sql`
    insert into payees (id, name, email, phone_number, extra_notes)
    select gen_random_uuid(), 'large ' || n, '', '', ${notes} from generate_series(1, ${rows}::integer) n`;
}, 60_000);

describe('a page of a list', () => {
  it.for(['/bills?limit=1000', '/bills?limit=150', '/payees?limit=1000', '/journal?kind=bills&limit=1000'])(
    'has at most 8 MiB, and the pages together all records: %s',
    async (path, { service, pagesOf }) => {
      const pages = await pagesOf(path);
      const [table] = /\w+/.exec(path) ?? [];
      const [{ count } = { count: 0 }] = await service.sql.unsafe<{ count: string | number }[]>(
        table === 'journal'
          ? `select count(*) from journal where kind = 'bills'`
          : `select count(*) from ${table}`,
      );
      for (const page of pages) expect(byteLength(page)).toBeLessThan(8 * mebibyte + 1000);
      expect(pages.slice(0, -1).every((page) => byteLength(page) > 7 * mebibyte)).toBe(true);
      const ids = pages.flatMap(({ data }) => data.map(({ _id }) => _id));
      expect([ids.length, new Set(ids).size]).toEqual([Number(count), Number(count)]);
      expect(pages.length).toBeGreaterThan(1);
    },
  );

  it('is the same over tRPC, for the ledger too', async ({ client, pagesOf }) => {
    const [list, ledger] = [await client.bills.list.query({}), await client.bills.ledger.query({})];
    expect([list.nextCursor, ledger.nextCursor]).toEqual([expect.any(String), expect.any(String)]);
    expect(byteLength(list)).toBeLessThan(8 * mebibyte + 1000);
    expect(byteLength(ledger)).toBeLessThan(8 * mebibyte + 1000);
    const [first] = await pagesOf('/bills?limit=1000');
    expect(list.items.map(({ _id }) => _id)).toEqual(first?.data.map(({ _id }) => _id));
  });

  it.for([
    ['/bills?fields=value', 'value'],
    ['/bills?fields=value,date&sort=date', 'date,value'],
    ['/bills?fields=description&sort=-updatedAt', 'description'],
    ['/bills?fields=version&updatedSince=1970-01-01T00:00:00Z', 'version'],
    ['/payees?fields=name', 'name'],
    ['/payees?fields=email&sort=-name', 'email'],
  ] as const)(
    'does not end early for fields that nobody asked for: %s',
    async ([path, fields], { pagesOf }) => {
      const [page, ...others] = await pagesOf(path);
      expect([page?.data.length, others]).toEqual([rows, []]);
      for (const row of page?.data ?? []) expect(Object.keys(row)).toEqual(['_id', ...fields.split(',')]);
      const short = await pagesOf(`${path}&limit=100`);
      expect(short.flatMap(({ data }) => data)).toEqual(page?.data);
    },
  );

  it('is bounded for those that were, also in several pages', async ({ pagesOf }) => {
    const notes = (pages: readonly Listed[]) =>
      pages.flatMap(({ data }) => data.map((row) => (row as unknown as { extraNotes: string }).extraNotes));
    const pages = await pagesOf('/bills?limit=1000&fields=extraNotes');
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) expect(byteLength(page)).toBeLessThan(8 * mebibyte + 1000);
    expect(notes(pages)).toEqual(notes(await pagesOf('/bills?limit=1000')));
  });

  it('of small records is as long as before', async ({ get, pagesOf }) => {
    const { body } = await get('/users?limit=1000');
    expect(body.data.length).toBeGreaterThan(1);
    expect(await pagesOf('/bills?limit=60')).toHaveLength(rows / 60);
  });
});

describe('GET /users without a limit', () => {
  it('asks for one over 8 MiB, with and without a pattern', async () => {
    const crowded = await startService({ limitLogins: false });
    try {
      const { token } = await crowded.person('Administrator');
      await crowded.sql`
        insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level,
          password_hash, preferences)
        select gen_random_uuid(), repeat(chr(1), 90) || n, repeat(chr(1), 90), repeat(chr(1), 50) || n, 'm' || n,
          repeat('e', 240) || n, '', 'User', '', '{}'
        from generate_series(1, 4000) n`;
      // On a slow machine a pattern may run into its time limit.
      const searched = async (path: string): Promise<Answer> => {
        const answer = await served(crowded, 'GET', path, { token });
        return answer.body.error?.code === 'INVALID_SEARCH' ? searched(path) : answer;
      };
      for (const path of ['/users', '/users?search=1|2|3', '/users?search=.']) {
        const refused = await searched(path);
        expect(refused.body).toMatchObject({
          error: { code: 'TOO_MANY_RESULTS', issues: [{ path: ['limit'] }] },
        });
      }
      const page = await searched('/users?search=.&limit=1000');
      expect([page.status, page.body.data.length]).toEqual([200, 1000]);
    } finally {
      await crowded.close();
    }
  });
});

describe('a list within an answer', () => {
  it('is of so many bank accounts, those made first', async ({ service: { sql }, client }) => {
    await sql`
      insert into "bankAccounts" (id, name, bank, number, is_archived)
      select ('01a00000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Account ' || n, '', '', false
      from generate_series(1, 250) as n`;
    await sql`
      insert into "balanceReadings" (id, account_id, date, balance)
      select gen_random_uuid(), id, '2024-01-01', -1 from "bankAccounts"`;
    const { shortfalls } = await client.home.query();
    expect(new Set(shortfalls.map(({ accountName }) => accountName))).toEqual(
      new Set(Array.from({ length: 200 }, (_, n) => `Account ${n + 1}`)),
    );
  });

  it('is of so many closings, and fewer in an answer that is kept', async ({ service, admin, get }) => {
    await service.sql`
      insert into closing_history (through, kinds, reason, reopened, actor_id)
      select '2020-01-01'::date + n, '["cheques"]', repeat('r', 500), false, ${admin.id} from generate_series(1, 1100) as n`;
    expect((await get('/closings')).body.data.history).toHaveLength(1000);
    const { status, body } = await service.call('POST', '/closings', {
      token: admin.token,
      body: { through: '2024-01-01', kinds: ['cheques'] },
      headers: { 'idempotency-key': 'closed' },
    });
    expect([status, body.data.history.length, body.data.history[0].through]).toEqual([
      200,
      100,
      '2024-01-01',
    ]);
    const [kept] =
      await service.sql`select octet_length(answer::text) as bytes from idempotency_keys where key = 'closed'`;
    expect(kept?.bytes).toBeLessThan(100_000);
  });
});

describe('a batch', () => {
  it('answers at most 16 MiB; the calls that are left are to be sent alone', async ({ get }) => {
    const names = [...Array<string>(10).fill('bills.list'), 'auth.me'];
    const input = Object.fromEntries(names.map((_, i) => [i, i < 10 ? { limit: 100 } : {}]));
    const query = new URLSearchParams({ batch: '1', input: JSON.stringify(input) });
    const { status, body } = await get(`/trpc/${names.join(',')}?${query}`);
    expect(status).toBe(207);
    expect(byteLength(body)).toBeLessThan(17 * mebibyte);
    const answered = body.filter((one: object) => 'result' in one).length;
    expect(answered).toBeGreaterThanOrEqual(1);
    const refused = body.filter((one: object) => 'error' in one);
    expect(refused.length).toBe(11 - answered);
    for (const { error } of refused)
      expect(error.data).toMatchObject({ code: 'BATCH_TOO_LARGE', httpStatus: 413 });
  });

  it('is all there for the typed client, which sends those again', async ({ client }) => {
    const lists = await Promise.all(Array.from({ length: 5 }, () => client.bills.list.query({ limit: 100 })));
    expect(new Set(lists.map(({ items }) => items.length)).size).toBe(1);
  });
});
