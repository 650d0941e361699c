import { createTokens } from '@daybook/api';
import { sessions } from '@daybook/domain/server';
import { openDatabase } from './database.ts';
import { drain } from './drain.ts';
import type { Env } from './env.ts';
import { ensureAdministrator } from './first-administrator.ts';
import { buildApp } from './http/app.ts';
import { listen } from './listen.ts';
import { loggerOptions } from './logger.ts';
import { jwtSecret } from './secrets.ts';

const minute = 60 * 1000;
const hour = 60 * minute;
/** Milliseconds from the order to end until those who still wait for the database are told that it is away. */
const lastWord = 7500;

export interface Service {
  readonly url: string;
  /** What the operator should be told. */
  readonly notice: string;
  /**
   * Lets requests in flight finish, then closes the database.
   * @param drains whether it first gives clients and balancers time to leave
   */
  close(drains: boolean): Promise<void>;
  readonly log: { error(details: unknown, message: string): void };
}

/**
 * From the environment to a service that listens: database, migrations, first Administrator, application.
 * @param signal ends the wait for a database that does not answer
 */
export async function serve(
  env: Env,
  terminal: boolean,
  signal: AbortSignal,
  tell: (line: string) => void,
): Promise<Service> {
  const database = await openDatabase(env, { forServer: minute, signal, tell });
  try {
    const { pools } = database;
    const { timeZone, basePath, corsOrigins, trustProxy, rateLimit } = env;
    const tokens = await createTokens(jwtSecret(env), env.accessTokenTtl);
    const settings = { timeZone, basePath, corsOrigins, trustProxy, limitLogins: rateLimit };
    const app = await buildApp({ pools, tokens, settings }, loggerOptions(env.logLevel, terminal));
    const administrator = await ensureAdministrator(pools.accounts, env, terminal);
    // At once: a password is told this one time, whatever fails after it.
    if (administrator) tell(administrator);

    const purge = () =>
      sessions
        .purge(pools.accounts)
        .catch((err) => app.log.warn({ err }, 'expired sessions could not be removed'));
    await purge();
    const purging = setInterval(purge, hour).unref();

    let drains = false;
    // In a scope of its own, the last one: /readyz knows by then.
    await app.register(async (scope) => {
      scope.addHook('preClose', async () => {
        if (drains) await drain(app.server);
      });
    });
    return {
      url: (await listen(app, env)) + basePath,
      notice: database.description,
      log: app.log,
      async close(wanted) {
        drains = wanted;
        clearInterval(purging);
        const late = setTimeout(() => database.close(), lastWord);
        await app.close();
        clearTimeout(late);
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
