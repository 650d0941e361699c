import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../api.ts';
import { nextSerial, suggestedSerial } from './serials.ts';

/** Cheques are written about in the order of their due dates: the last one is among those due last. */
const latest = 1000;
/** How many serials in a row may be there already. */
const attempts = 50;

const isThere = async (serial: string) =>
  (await client.cheques.list.query({ serial, limit: 1 })).items.length > 0;

const suggestion = queryOptions({
  queryKey: [['cheques', 'suggestedSerial']],
  queryFn: async () => {
    const { items } = await client.cheques.list.query({ limit: latest });
    let serial = suggestedSerial(items);
    for (let n = 0; n < attempts && serial !== undefined; n++) {
      if (!(await isThere(serial))) return serial;
      serial = nextSerial(serial);
    }
    return null;
  },
});

/** The next serial that no cheque has. */
export const useSuggestedSerial = (): string | undefined => useQuery(suggestion).data ?? undefined;
