import { connection } from '../cluster.ts';
import type { Rig } from '../rig.ts';
import { startServer } from '../server.ts';

export const tenAtOnce: Rig = {
  title: 'ten instances at once on an empty database; four with --quick',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const count = context.quick ? 4 : 10;
    const servers = await Promise.all(
      Array.from({ length: count }, () => startServer(context, { DATABASE_URL: database })),
    );
    const outcomes = await Promise.allSettled(servers.map((server) => server.ready()));
    const failed = outcomes.filter(({ status }) => status === 'rejected');
    context.check(
      'all of them start',
      `${count - failed.length} of ${count} ${failed.map((outcome) => ('reason' in outcome ? outcome.reason : '')).join(' ')}`,
      failed.length === 0,
    );
    const sql = connection(database);
    const [row] = await sql`select count(*)::int as applied, count(distinct hash)::int as different,
      (select count(*)::int from users) as users from drizzle.__drizzle_migrations`;
    await sql.end();
    context.check(
      'every migration once, and one Administrator',
      `${row?.applied} applied, ${row?.different} different, ${row?.users} accounts`,
      row?.applied > 0 && row?.applied === row?.different && row?.users === 1,
    );
    const tokens = await Promise.allSettled(servers.map((server) => server.logIn()));
    const served = tokens.filter(({ status }) => status === 'fulfilled').length;
    context.check('each lets the Administrator in', `${served} of ${count}`, served === count);
  },
};
