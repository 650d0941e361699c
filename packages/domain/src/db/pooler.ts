import { setTimeout as wait } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { open, type Server, type Session, sessionOf } from './client.ts';
import { databaseFailure } from './failures.ts';

/** A pooler between the service and PostgreSQL does not pass on what the service needs; the message says how to set it. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/** PostgreSQL's code for a message it does not take. */
const protocolViolation = '08P01';

export type PreparedStatements = 'auto' | 'on' | 'off';

/**
 * Does everything that the service's connections rely on reach PostgreSQL: time limits, and statements that stay prepared?
 * @param log gets a line for each limit that does not, and for statements that are therefore not prepared
 * @returns whether statements may be kept prepared: as `wanted` says, or for `auto` as it turns out
 * @throws PoolerError
 */
export async function checkPooler(
  server: Server,
  session: Session,
  wanted: PreparedStatements,
  log: (line: string) => void,
): Promise<boolean> {
  const limits = { statement_timeout: session.statementTimeout, lock_timeout: session.lockTimeout };
  const options = { max: 1, connect_timeout: 3, isWatched: true };
  const one = open(server, { ...options, prepare: wanted !== 'off', connection: sessionOf(session) });
  const other = open(server, { ...options, prepare: false });
  try {
    const [row] =
      await one`select pg_backend_pid() as pid, current_setting('statement_timeout') <> '0' as statement_timeout,
      current_setting('lock_timeout') <> '0' as lock_timeout`;
    const lost = Object.entries(limits).filter(([name]) => !row?.[name]);
    const settings = lost.map(([name, limit]) => `set ${name} = ${limit}`);
    if (lost.length > 0)
      log(
        `The pooler in front of the database drops ${lost.map(([name]) => name).join(' and ')}: no such limit holds. Give them to the database's user: ${settings.map((setting) => `alter role … ${setting}`).join('; ')}.`,
      );
    if (wanted !== 'auto') return wanted === 'on';
    // A pooler has numbers of its own for its clients' connections.
    const first = await one`select 1`;
    if (first.state.pid === row?.pid || (await keepsStatements(one, other))) return true;
    log(
      'The pooler in front of the database gives each transaction another connection and does not keep prepared statements: they are sent unprepared. PgBouncer 1.21 and later keeps them with max_prepared_statements = 500.',
    );
    return false;
  } catch (error) {
    throw databaseFailure(error)?.code === protocolViolation ? refused(error, Object.keys(limits)) : error;
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

const own = 'select pg_backend_pid() as pid, $1::text as asked';
const question = `${own}, (select string_agg(name, ' ') from pg_prepared_statements where statement like '${own.slice(0, 30)}%') as names`;

/** How often it is tried to make a pooler change a connection, and how long it may take to find another, in milliseconds. */
const rounds = 5;
const otherTimeout = 1000;

/**
 * A pooler that gives each transaction another connection has to know what was prepared, under names of its own. While
 * somebody else is in a transaction on the connection that `one` had, such a pooler gives it another, or makes it wait; in
 * session mode it keeps the one it has. Whoever else uses the pooler can take connections in between, hence several rounds.
 */
async function keepsStatements(one: Sql, other: Sql): Promise<boolean> {
  const ask = async () => {
    const rows = await one.unsafe(question, [''], { prepare: true });
    const { name } = rows.statement;
    return { pid: rows[0]?.pid, isRenamed: !String(rows[0]?.names).split(' ').includes(name) };
  };
  for (let round = 0; round < rounds; round++) {
    const { pid, isRenamed } = await ask();
    if (isRenamed) continue;
    const moved = await other.begin(async (transaction) => {
      const [row] = await transaction`select pg_backend_pid() as pid`;
      if (row?.pid === pid) return true;
      const answer = await Promise.race([ask().catch(() => undefined), wait(otherTimeout)]);
      return answer?.pid !== pid;
    });
    if (moved) return false;
  }
  return true;
}

const refused = (error: unknown, names: readonly string[]) =>
  new PoolerError(
    `The pooler in front of the database refuses a start-up parameter (${databaseFailure(error)?.message}): set ignore_startup_parameters = ${names.join(', ')} in pgbouncer.ini. These limits then hold only if the database's user has them.`,
  );
