import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '@daybook/testing/machine';
import { connection } from '../cluster.ts';
import { ms } from '../figures.ts';
import { startLoad } from '../load.ts';
import { until } from '../machine.ts';
import type { Rig, RigContext } from '../rig.ts';
import { type Server, startOn, startServer } from '../server.ts';

/** A client of GET /events that opens its stream again, after the last position that it has read. */
interface Reader {
  /** Where it began. */
  readonly from: number;
  /** What it has read since. */
  readonly positions: readonly number[];
  readonly position: number;
  readonly ended: number;
  stop(): void;
}

async function startReader(url: string, token: string): Promise<Reader> {
  const positions: number[] = [];
  const opened = Promise.withResolvers<number>();
  let position: number | undefined;
  let ended = 0;
  const controller = new AbortController();
  const { signal } = controller;
  const headers = () => ({
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    ...(position !== undefined && { 'last-event-id': String(position) }),
  });
  const once = () =>
    new Promise<void>((resolve) => {
      let text = '';
      const read = (chunk: string) => {
        text += chunk;
        const messages = text.split('\n\n');
        text = messages.pop() ?? '';
        for (const message of messages) {
          const id = /^id: (\d+)$/m.exec(message)?.[1];
          if (id === undefined) continue;
          position = Number(id);
          opened.resolve(position);
          if (/^data: /m.test(message)) positions.push(position);
        }
      };
      const request = get(`${url}/events`, { headers: headers(), agent: false, signal }, (answer) => {
        if (answer.statusCode === 200) answer.setEncoding('utf8').on('data', read);
        else answer.resume();
        answer.once('close', resolve).on('error', () => {});
      });
      request.once('error', () => resolve());
    });
  const repeat = async () => {
    while (!signal.aborted) {
      await once();
      ended += 1;
      await wait(100);
    }
  };
  repeat().catch(() => {});
  return {
    from: await opened.promise,
    positions,
    get position() {
      return position ?? 0;
    },
    get ended() {
      return ended;
    },
    stop: () => controller.abort(),
  };
}

export const eventStreams: Rig = {
  title:
    'streams of events of two instances, while one is killed, PostgreSQL is killed, and one gets SIGTERM',
  quick: true,
  async run(context) {
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const ports = [String(await freePort()), String(await freePort())];
    const settingsOf = (n: number) => ({ DATABASE_URL: database, PORT: ports[n] ?? '' });
    const { server: first, token } = await startOn(context, undefined, settingsOf(0));
    const servers = [first, (await startOn(context, undefined, settingsOf(1))).server];
    const readers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => startReader((servers[n % 2] as Server).url, token)),
    );
    const loads = servers.map(({ url }) =>
      startLoad(context, url, { token, workers: 5, writes: 1, repeat: true }),
    );
    const again = async (n: number) => {
      servers[n] = await startServer(context, settingsOf(n));
      await servers[n].ready();
    };
    for (let round = 0; round < (context.quick ? 1 : 5); round++) {
      await wait(1000);
      await servers[1]?.end('SIGKILL');
      await again(1);
      await wait(1000);
      await cluster.kill();
      await wait(1000);
      await cluster.start();
      await wait(1000);
      await endInTime(context, servers[0] as Server);
      await again(0);
    }
    await wait(1000);
    await Promise.all(loads.map((load) => load.stop()));
    await checkReaders(context, database, readers);
    for (const reader of readers) reader.stop();
  },
};

async function endInTime(context: RigContext, server: Server): Promise<void> {
  const begin = performance.now();
  const code = await server.end('SIGTERM');
  const took = performance.now() - begin;
  context.check('open streams do not hinder a SIGTERM: exit code 0', String(code), code === 0);
  context.checkTime('within 10 s', ms(took), took < 10_000);
}

async function checkReaders(
  context: RigContext,
  database: string,
  readers: readonly Reader[],
): Promise<void> {
  const sql = connection(database);
  const countWaiting = async () => {
    const rows = await sql`select from journal
      where xid is not null and not exists (select from events where entry = journal.id)`;
    return rows.length;
  };
  const newest = async () => Number((await sql`select last from event_state`)[0]?.last);
  const caughtUp = await until(async () => {
    if ((await countWaiting()) > 0) return false;
    const last = await newest();
    return readers.every(({ position }) => position >= last);
  }, 20_000);
  const waiting = await countWaiting();
  context.check('every change has a position', `${waiting} have none`, waiting === 0);
  const given = (await sql`select position from events order by position`).map(({ position }) =>
    Number(position),
  );
  await sql.end();
  context.checkTime(
    'every reader is at the newest change soon after',
    ms(caughtUp),
    (caughtUp ?? Infinity) < 5000,
  );
  const isWhole = ({ from, positions }: Reader) =>
    positions.join() === given.filter((position) => position > from).join();
  const ends = readers.reduce((sum, { ended }) => sum + ended, 0);
  context.check(
    'each reader has every change once, in order, though its stream was cut',
    `${readers.filter(isWhole).length} of ${readers.length} readers, ${given.length} changes, ${ends} streams ended`,
    readers.every(isWhole) && ends >= readers.length,
  );
}
