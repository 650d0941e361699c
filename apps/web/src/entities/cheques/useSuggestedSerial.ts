import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../api.ts';
import { nextInBooks } from '../accounts/books.ts';
import { nextSerial, suggestedSerial } from './serials.ts';

/** Cheques are written about in the order of their due dates: the last one is among those due last. */
const latest = 1000;
/** How many serials in a row may be there already. */
const attempts = 50;

const isThere = async (serial: string, account: string | undefined) =>
  (await client.cheques.list.query({ serial, account, limit: 1 })).items.length > 0;

/** The next one of the account's books; without them, that follows the cheque written last. */
async function suggested(account: string | undefined): Promise<string | undefined> {
  const books = account ? (await client.chequebooks.list.query({ account, limit: latest })).items : [];
  const next = nextInBooks(books);
  if (next !== undefined) return next;
  const { items } = await client.cheques.list.query({ account, limit: latest });
  return suggestedSerial(items);
}

const suggestion = (account: string | undefined) =>
  queryOptions({
    queryKey: [['cheques', 'suggestedSerial'], account ?? ''],
    queryFn: async () => {
      let serial = await suggested(account);
      for (let n = 0; n < attempts && serial !== undefined; n++) {
        if (!(await isThere(serial, account))) return serial;
        serial = nextSerial(serial);
      }
      return null;
    },
  });

/** The next serial that no cheque has; of a bank account, that none of its cheques has. */
export const useSuggestedSerial = (account?: string | null): string | undefined =>
  useQuery(suggestion(account ?? undefined)).data ?? undefined;
