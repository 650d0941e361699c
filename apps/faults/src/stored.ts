import { send } from './client.ts';
import type { Server } from './server.ts';

/** The records and their journal rows as the API lists them: only the service can read the embedded database. */
export async function readStored(server: Server) {
  const token = await server.logIn();
  const all = async <Row>(path: string): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await send(server.url, { path: `${path}${cursor ? `&cursor=${cursor}` : ''}`, token });
      const { data, nextCursor } = JSON.parse(page.body);
      rows.push(...data);
      if (!nextCursor) return rows;
      cursor = encodeURIComponent(nextCursor);
    }
  };
  const bills = await all<{ _id: string; description: string }>('/bills?limit=1000');
  const journal = await all<{ record: string }>('/journal?limit=1000');
  const journaled = Map.groupBy(journal, ({ record }) => record);
  return [...Map.groupBy(bills, ({ description }) => description)].map(([description, records]) => ({
    description,
    records: records.length,
    journal: records.reduce((sum, { _id }) => sum + (journaled.get(_id)?.length ?? 0), 0),
  }));
}
