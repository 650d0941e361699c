import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { inOrder, useFilters } from '../../../lib/search.ts';
import { Asked } from '../Asked.tsx';
import { Back } from '../Back.tsx';
import { ListPrintSearch } from '../search.ts';
import { ListPrint } from './ListPrint.tsx';
import { listedCheques } from './listed.ts';

/** Cheques that are handed over, for both sides to sign. */
export function ListPrintPage() {
  const [{ language: _, second: __, ...wanted }] = useFilters(ListPrintSearch);
  const cheques = useQuery(listedCheques(inOrder(wanted)));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <>
      <Back />
      <Asked of={[cheques, settings]}>
        {(known, business) => <ListPrint cheques={known} settings={business} />}
      </Asked>
    </>
  );
}
