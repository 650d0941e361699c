import type { Sql } from 'postgres';
import { open, type Pool, type Server, sessionOf } from './client.ts';
import { databaseFailure } from './failures.ts';

/** A pooler between the service and PostgreSQL does not pass on what the service needs; the message says how to set it. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError';
}

/** PostgreSQL's code for a message it does not take. */
const protocolViolation = '08P01';

/**
 * Does everything that a pool's connections rely on reach PostgreSQL: time limits, and statements that stay prepared?
 * @param log gets a line for each limit that does not
 * @throws PoolerError
 */
export async function checkPooler(server: Server, pool: Pool, log: (line: string) => void): Promise<void> {
  const limits = { statement_timeout: pool.statementTimeout, lock_timeout: pool.lockTimeout };
  const one = open(server, { max: 1, connect_timeout: 3, prepare: true, connection: sessionOf(pool) });
  const other = open(server, { max: 1, connect_timeout: 3, prepare: false });
  try {
    const [row] =
      await one`select pg_backend_pid() as pid, current_setting('statement_timeout') <> '0' as statement_timeout,
      current_setting('lock_timeout') <> '0' as lock_timeout`;
    // A pooler has numbers of its own for its clients' connections.
    const first = await one`select 1`;
    if (first.state.pid !== row?.pid) await checkStatements(one, other);
    const lost = Object.entries(limits).filter(([name]) => !row?.[name]);
    const settings = lost.map(([name, limit]) => `set ${name} = ${limit}`);
    if (lost.length > 0)
      log(
        `The pooler in front of the database drops ${lost.map(([name]) => name).join(' and ')}: no such limit holds. Give them to the database's user: ${settings.map((setting) => `alter role … ${setting}`).join('; ')}.`,
      );
  } catch (error) {
    throw databaseFailure(error)?.code === protocolViolation ? refused(error, Object.keys(limits)) : error;
  } finally {
    await Promise.all([one.end({ timeout: 1 }), other.end({ timeout: 1 })]);
  }
}

const own = 'select pg_backend_pid() as pid, $1::text as asked';
const question = `${own}, (select string_agg(name, ' ') from pg_prepared_statements where statement like '${own.slice(0, 30)}%') as names`;

/**
 * A pooler that gives each transaction another connection has to know what was prepared, under names of its own. If it
 * does not, the driver prepares again on a miss, and answers get mixed up as soon as it is busy.
 */
async function checkStatements(one: Sql, other: Sql): Promise<void> {
  const ask = async () => {
    const rows = await one.unsafe(question, [''], { prepare: true });
    const { name } = rows.statement;
    return { pid: rows[0]?.pid, isRenamed: !String(rows[0]?.names).split(' ').includes(name) };
  };
  for (let round = 0; round < 3; round++) {
    const { pid, isRenamed } = await ask();
    const moved = await other.begin(async (transaction) => {
      const [row] = await transaction`select pg_backend_pid() as pid`;
      return row?.pid === pid || (await ask()).pid !== pid;
    });
    if (moved && !isRenamed)
      throw new PoolerError(
        'The pooler in front of the database gives each transaction another connection and does not keep prepared statements, which Daybook needs: set pool_mode = session, or take PgBouncer 1.21 or later with max_prepared_statements = 500.',
      );
  }
}

const refused = (error: unknown, names: readonly string[]) =>
  new PoolerError(
    `The pooler in front of the database refuses a start-up parameter (${databaseFailure(error)?.message}): set ignore_startup_parameters = ${names.join(', ')} in pgbouncer.ini. These limits then hold only if the database's user has them.`,
  );
