import { createTokens, hashPassword } from '@daybook/api';
import { migrate } from '@daybook/domain/server';
import postgres from 'postgres';
import { encodeCursor } from './cursor.ts';

/** A database with `size` users and `size` logs, 10 000 bills, and 64 Administrators of whom 32 are logged in. */
export interface Dataset {
  readonly size: number;
  readonly databaseUrl: string;
  readonly jwtSecret: string;
  readonly password: string;
  /** Access tokens, each of another account's session. */
  readonly tokens: readonly string[];
  /** Of those who are not: the oldest session of an account ends where it has many. */
  username(n: number): string;
  bill(n: number): string;
  /** Of the logs' page that begins after 90 % of them. */
  readonly deepCursor: string;
  drop(): Promise<void>;
}

const staff = 32;
const bills = 10_000;
const jwtSecret = Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString('base64url');
const password = 'correct horse battery';

/** Identifiers of our own making, in the order and the form of UUID v7: kind 1 users, 2 logs, 3 bills … */
export const id = (kind: number, n: number) =>
  `0193a6a0-7c1e-7000-800${kind}-${n.toString(16).padStart(12, '0')}`;
/** The same in SQL, of `n`. */
export const idSql = (kind: number) => `('0193a6a0-7c1e-7000-800${kind}-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Makes and fills a database on this server. */
export async function makeDataset(server: string, size: number): Promise<Dataset> {
  const name = `daybook_bench_${size}`;
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  await onServer(server, `drop database if exists ${name} with (force)`, `create database ${name}`);
  await migrate(databaseUrl);

  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await fill(sql, [...statements(size), ...staffStatements(await hashPassword(password))]);
    const [deep] = await sql<{ date: string; id: string }[]>`
      select date::text, id from logs order by logs.date desc, id desc offset ${Math.floor(size * 0.9)} limit 1`;
    if (!deep) throw new Error('The database has no logs.');

    const tokens = await createTokens(new TextEncoder().encode(jwtSecret), 12 * 60 * 60);
    return {
      size,
      databaseUrl,
      jwtSecret,
      password,
      tokens: await Promise.all(Array.from({ length: staff }, (_, n) => tokens.access(id(0, n), id(4, n)))),
      username: (n) => `staff${staff + (n % staff)}`,
      bill: (n) => id(3, n % bills),
      deepCursor: encodeCursor(deep.date, deep.id),
      drop: () => onServer(server, `drop database if exists ${name} with (force)`),
    };
  } finally {
    await sql.end();
  }
}

/** Makes each commit of connections made from now on wait for so many milliseconds before its flush, as a slower disk does. */
export async function delayCommits({ databaseUrl }: Dataset, ms: number): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await onServer(
    databaseUrl,
    `alter database ${name} set commit_delay = ${1000 * ms}`,
    `alter database ${name} set commit_siblings = 0`,
  );
}

const staffStatements = (hash: string) => [
  `insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level, password_hash, preferences)
   select ${idSql(0)}, 'Staff', 'Member ' || n, 'staff' || n, 'staff' || n, '', '', 'Administrator', '${hash}', '{"active":true}'
   from generate_series(0, ${2 * staff - 1}) n`,
  `insert into sessions (id, user_id, epoch, expires_at, refresh_hash, user_agent, address)
   select ${idSql(4)}, ${idSql(0)}, 0, now() + interval '30 days', '', 'bench', '127.0.0.1'
   from generate_series(0, ${staff - 1}) n`,
];

/**
 * Executes these statements and vacuums. Triggers are off from then on, or the journal would be larger than all; commits
 * wait for their WAL, or the vacuum would not mark pages as visible to all, and an index-only scan would read the table.
 */
export async function fill(sql: postgres.Sql, statements: readonly string[]): Promise<void> {
  await sql`set session_replication_role = replica`;
  await sql`set synchronous_commit = on`;
  for (const statement of statements) await sql.unsafe(statement);
  await sql`vacuum analyze`;
}

async function onServer(server: string, ...statements: string[]) {
  const sql = postgres(server, { max: 1, onnotice: () => {} });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

const list = (words: string) => `(array['${words.split(' ').join("','")}'])`;
const first = list(
  'Ada Alan Barbara Bjarne Carol Dennis Edsger Frances Grace Hedy Ivan Joan Ken Leslie Mary Niklaus',
);
const onset = list('Ab Bor Cal Den Es Far Gol Hal In Jor Kel Lam Mor Nor Os Pel');
const middle = list('an be ci do er fa gi ho il ka le mi no or pa ri');
const coda = list('berg chek dale fels gard holm ingen ko lund mann ner owski polo quist rath son');
const pick = (words: string, seed: string) => `${words}[1 + (hashint4(n * 8 + ${seed}) & 15)]`;

/** Names of many trigrams; ten accounts, spread evenly, are called Quixworth at every size. */
const statements = (size: number) => [
  `insert into users (id, first_name, last_name, username, username_key, email, phone_number, access_level, password_hash, preferences)
   select ${idSql(1)}, ${pick(first, '1')},
     case when n % ${Math.max(1, Math.floor(size / 10))} = 1 then 'Quixworth' else ${pick(onset, '2')} || ${pick(middle, '3')} || ${pick(middle, '4')} || ${pick(coda, '5')} end,
     'worker' || n, 'worker' || n, 'worker' || n || '@example.org', '', 'User', 'x', '{"active":true}'
   from generate_series(1, ${size}) n`,
  `insert into logs (id, date, starting_time, finishing_time, payment, extra_notes, worker_id, is_absent)
   select ${idSql(2)}, date '2015-01-01' + (n::bigint * 3650 / ${size})::integer, '08:30', '17:00', 100 + n % 50 + 0.25,
     'Warehouse and deliveries', ('0193a6a0-7c1e-7000-8001-' || lpad(to_hex(1 + n % ${size}), 12, '0'))::uuid, false
   from generate_series(1, ${size}) n`,
  `insert into bills (id, date, value, description, extra_notes, search_key)
   select ${idSql(3)}, date '2015-01-01' + n / 3, (n % 900) - 300.50, 'Rent of month ' || n, 'Paid in cash, receipt in the folder',
     fold('Rent of month ' || n || ' Paid in cash, receipt in the folder')
   from generate_series(0, ${bills - 1}) n`,
];
