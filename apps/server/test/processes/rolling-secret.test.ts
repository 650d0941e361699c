import { randomBytes } from 'node:crypto';
import { createClient, once } from '@daybook/client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addressOf, administrator, workplace } from '../support/commands.ts';
import { createDatabase, type TestDatabase } from '../support/service.ts';

// docs/security.md, replacing JWT_SECRET, with several instances: from its second step on.
const [old, next] = [randomBytes(48), randomBytes(48)].map((bytes) => bytes.toString('base64url'));
const secrets = {
  prepared: { JWT_SECRET: old, JWT_SECRET_PREVIOUS: next },
  rotated: { JWT_SECRET: next, JWT_SECRET_PREVIOUS: old },
  ended: { JWT_SECRET: next },
} as const;

const place = workplace();
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  place.clear();
  await database.drop();
});

async function start(state: keyof typeof secrets) {
  const service = place.command('main', [], {
    ...{ DATABASE_URL: database.server, DATA_DIR: place.folder, PORT: '0', LOG_LEVEL: 'error' },
    ...{ ADMIN_USERNAME: administrator.username, ADMIN_PASSWORD: administrator.password, RATE_LIMIT: 'off' },
    ...(secrets[state] as Record<string, string>),
  });
  return { url: await addressOf(service), ...service };
}

/** Two instances, of which each request of a client takes the other one, as behind a balancer. */
async function startTwo() {
  const instances = [await start('prepared'), await start('prepared')];
  const refused: string[] = [];
  const balanced = () => {
    let sent = 0;
    return async (url: string, init: RequestInit) => {
      sent += 1;
      const instance = instances[sent % instances.length];
      const { pathname, search } = new URL(url);
      const response = await fetch(`${instance?.url}${pathname}${search}`, init);
      if (response.status === 401) refused.push(`${init.method} ${pathname}`);
      return response;
    };
  };
  const restart = async (index: number, state: keyof typeof secrets) => {
    instances[index]?.child.kill('SIGTERM');
    expect(await instances[index]?.done).toMatchObject({ ended: 0 });
    instances[index] = await start(state);
  };
  return { instances, balanced, refused, restart };
}

const base = 'http://daybook.test';
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends it again where an instance that closes has not answered. */
async function send(
  fetch: Fetch,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Response> {
  const init = { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) };
  return fetch(`${base}${path}`, init).catch(() => fetch(`${base}${path}`, init));
}

/** A browser: its session, and what renews that. */
async function logIn(fetch: Fetch) {
  let cookie = '';
  let token = '';
  const keep = async (response: Response) => {
    cookie =
      response.headers
        .getSetCookie()
        .find((one) => one.includes('daybook_refresh='))
        ?.split(';')[0] ?? '';
    token = ((await response.json()) as { data: { accessToken: string } }).data.accessToken;
  };
  await keep(await send(fetch, '/auth', { 'content-type': 'application/json' }, administrator));
  return {
    token: () => token,
    renew: async () => keep(await send(fetch, '/auth/refresh', { cookie })),
  };
}

test('two instances are given another JWT_SECRET one after the other: nothing is refused and nothing lost', async () => {
  const { instances, balanced, refused, restart } = await startTwo();
  const created: string[] = [];
  const failed: unknown[] = [];
  let isOver = false;
  /** Reads and writes until the end. */
  const work = (name: string, fetch: Fetch, token: () => string, before = async () => {}) => {
    const { payees } = createClient({
      url: base,
      token,
      fetch,
      retries: 5,
      retryDelay: () => 50,
    });
    const worker = { laps: 0, done: Promise.resolve() };
    const lap = async () => {
      await before();
      const made = await payees.create.mutate({ name: `${name} ${worker.laps}` }, once());
      created.push(made._id);
      await payees.get.query({ payeeID: made._id });
      worker.laps += 1;
    };
    const run = async () => {
      while (!isOver) await lap();
    };
    worker.done = run().catch((error) => void failed.push(error));
    return worker;
  };

  const browsers = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const fetch = balanced();
      const session = await logIn(fetch);
      return { session, worker: work(name, fetch, session.token, session.renew) };
    }),
  );
  const own = createClient({ url: base, token: browsers[0]?.session.token, fetch: balanced() });
  const makeToken = async () =>
    (await own.tokens.create.mutate({ name: 'program', scopes: ['payees:read', 'payees:write'] })).token;
  const earlier = await makeToken();
  let token = earlier;
  const workers = [...browsers.map(({ worker }) => worker), work('program', balanced(), () => token)];
  /** Each goes on, with a renewal of its session that is not the one before again. */
  const goOn = async () => {
    await database.sql`update sessions set refreshed_at = now() - interval '1 minute'`;
    const seen = workers.map(({ laps }) => laps);
    await vi.waitUntil(() => failed.length > 0 || workers.every(({ laps }, n) => laps > (seen[n] ?? 0) + 2), {
      timeout: 30_000,
    });
  };

  await goOn();
  for (const state of ['rotated', 'ended'] as const) {
    for (const index of [0, 1]) {
      await restart(index, state);
      await goOn();
    }
    // What is to last is made anew.
    if (state === 'rotated') token = await makeToken();
  }
  isOver = true;
  await Promise.all(workers.map(({ done }) => done));
  expect(failed).toEqual([]);
  expect(refused).toEqual([]);
  const rows = await database.sql`select id from payees`;
  expect(rows.map(({ id }) => id).toSorted()).toEqual(created.toSorted());
  // It was another secret.
  for (const { url } of instances)
    for (const [bearer, status] of [
      [earlier, 401],
      [token, 200],
    ] as const)
      expect((await fetch(`${url}/payees`, { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(
        status,
      );
}, 90_000);
