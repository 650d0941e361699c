import { openStatuses } from '@daybook/domain';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api.ts';
import { openTotal } from '../../entities/bills/bill.ts';
import { nextPage, useRows } from '../../lib/rows.ts';
import { FigureCard, Figures } from '../../ui/FigureCard.tsx';

/** What is still to be paid to a payee, by cheques and otherwise. */
export function OpenTotal({ payee }: { readonly payee: string }) {
  const { t } = useTranslation('payees');
  const bills = useRows(
    useInfiniteQuery(api.bills.list.infiniteQueryOptions({ payee, status: 'due' }, nextPage)),
    true,
  );
  const cheques = useRows(
    useInfiniteQuery(api.cheques.list.infiniteQueryOptions({ payee, status: openStatuses.join() }, nextPage)),
    true,
  );
  const isKnown = !bills.hasMore && !cheques.hasMore;
  return (
    <Figures>
      <FigureCard
        label={t('openTotal')}
        value={isKnown ? openTotal(bills.rows, cheques.rows) : undefined}
        note={t('openNote')}
      />
    </Figures>
  );
}
