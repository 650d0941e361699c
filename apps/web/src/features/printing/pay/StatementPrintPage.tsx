import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { useMe } from '../../../data/me.ts';
import { periodOf } from '../../../entities/pay/statement.ts';
import { inOrder, useFilters } from '../../../lib/search.ts';
import { useToday } from '../../../lib/today.ts';
import { Asked } from '../Asked.tsx';
import { StatementPrintSearch } from '../search.ts';
import { PayPrint } from './PayPrint.tsx';

/** What a worker earned and got, day by day. */
export function StatementPrintPage() {
  const { t } = useTranslation('printing');
  const me = useMe();
  const today = useToday();
  const [{ worker, ...asked }] = useFilters(StatementPrintSearch);
  const wanted = { userID: worker ?? me._id, ...periodOf(inOrder(asked), today) };
  const statement = useQuery(api.pay.statement.queryOptions(wanted));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <Asked of={[statement, settings]}>
      {(known, business) => (
        <PayPrint
          title={t('pay.statementTitle', { name: known.workerName })}
          pay={known}
          settings={business}
        />
      )}
    </Asked>
  );
}
