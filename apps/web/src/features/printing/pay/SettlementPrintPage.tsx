import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api.ts';
import { PaperCurrency } from '../../../entities/pay/PaperCurrency.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useFilters } from '../../../lib/search.ts';
import { Asked } from '../Asked.tsx';
import { SettlementPrintSearch } from '../search.ts';
import { PayPrint } from './PayPrint.tsx';

/** A settlement, to be signed. */
export function SettlementPrintPage() {
  const { t } = useTranslation('printing');
  const { number } = useFormat();
  const [{ settlement: settlementID = '' }] = useFilters(SettlementPrintSearch);
  const settlement = useQuery(api.settlements.get.queryOptions({ settlementID }));
  const replaced = settlement.data?.replaces;
  const other = useQuery(api.settlements.get.queryOptions(replaced ? { settlementID: replaced } : skipToken));
  const settings = useQuery(api.settings.get.queryOptions());
  return (
    <Asked of={[settlement, settings]}>
      {(known, business) => (
        <PaperCurrency of={known}>
          <PayPrint
            title={t('pay.settlementTitle', { number: number(known.number), name: known.workerName })}
            pay={{ ...known, settlement: { ...known, replacedNumber: other.data?.number } }}
            settings={{ ...business, ...known.business }}
            isReady={!replaced || !other.isPending}
          />
        </PaperCurrency>
      )}
    </Asked>
  );
}
