import { get } from 'node:http';
import { memoryOf } from '@daybook/testing/machine';
import { connection } from '../cluster.ts';
import { between, ms, p99, statuses } from '../figures.ts';
import { startLoad } from '../load.ts';
import type { Rig } from '../rig.ts';
import { startOn } from '../server.ts';

const allRows = 300_000;
const types = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

export const files: Rig = {
  title: `a list of ${allRows.toLocaleString('en')} rows as CSV and as XLSX, both at once, beside other requests; a third of them with --quick`,
  quick: true,
  concurrency: 1,
  async run(context) {
    // What is begun takes 150 MB, however many there are.
    const [rows, mostMemory] = context.quick ? [allRows / 3, 200] : [allRows, 300];
    const cluster = await context.cluster();
    const database = cluster.url(await cluster.database());
    const { server, token } = await startOn(context, database);
    const sql = connection(database);
    await sql`insert into bills (id, date, value, description, extra_notes)
      select gen_random_uuid(), date '1999-01-01' + n % 9000, n, 'one of many', repeat('x', 100)
      from generate_series(1, ${rows}) n`;
    await sql`analyze bills`;
    await sql.end();
    const others = startLoad(context, server.url, { token, workers: 4, pause: 20, writes: 0 });
    const before = memoryOf(server.pid);
    let memory = before;
    const watching = setInterval(() => {
      memory = Math.max(memory, memoryOf(server.pid));
    }, 100);

    const read = (accept: string) =>
      new Promise<{ bytes: number; lines: number; isWhole: boolean }>((resolve, reject) => {
        const headers = { accept, authorization: `Bearer ${token}`, 'accept-language': 'en' };
        get(`${server.url}/bills`, { headers, agent: false }, (answer) => {
          let [bytes, lines] = [0, 0];
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            for (const byte of chunk) if (byte === 10) lines += 1;
          });
          answer.on('close', () => resolve({ bytes, lines, isWhole: answer.complete }));
        }).on('error', reject);
      });
    const begin = performance.now();
    const [asCsv, asXlsx] = await Promise.all(types.map(read));
    const took = performance.now() - begin;
    clearInterval(watching);
    await others.stop();
    const meanwhile = between(others.samples, begin);

    context.check(
      'both are whole',
      `${asCsv?.lines} lines and ${Math.round((asXlsx?.bytes ?? 0) / 1e6)} MB in ${ms(took)}`,
      asCsv?.lines === rows + 1 && asCsv.isWhole && asXlsx?.isWhole === true,
    );
    context.check(
      `memory is bounded: less than ${mostMemory} MB more`,
      `${Math.round(before)} MB, then ${Math.round(memory)} MB`,
      memory - before < mostMemory,
    );
    context.check(
      'others are all served',
      `${statuses(meanwhile)}, p99 ${ms(p99(meanwhile))}`,
      meanwhile.every(({ status }) => status === 200),
    );
  },
};
