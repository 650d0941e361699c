import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../api.ts';
import type { Cheque } from '../../../entities/cheques/cheque.ts';
import type { ListPrintSearch } from '../search.ts';

type Wanted = Omit<ListPrintSearch, 'language' | 'second'>;

const pageSize = 1000;

async function allOf(filters: Omit<Wanted, 'ids'>): Promise<Cheque[]> {
  const cheques: Cheque[] = [];
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await client.cheques.list.query({ ...filters, limit: pageSize, cursor });
    cheques.push(...items);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return cheques;
}

const byDueDate = (one: Cheque, other: Cheque) =>
  one.dueDate.localeCompare(other.dueDate) || one.serial.localeCompare(other.serial, 'en', { numeric: true });

/** Options for `useQuery`: the cheques of these ids, or of these filters; the first due first. */
export const listedCheques = ({ ids, ...filters }: Wanted) =>
  queryOptions({
    queryKey: [['cheques', 'printed'], ids ?? filters],
    queryFn: async () => {
      const cheques =
        ids === undefined
          ? await allOf(filters)
          : await Promise.all(
              [...new Set(ids.split(','))].map((chequeID) => client.cheques.get.query({ chequeID })),
            );
      return cheques.toSorted(byDueDate);
    },
  });
