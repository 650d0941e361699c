import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';

/** What every worker is owed today; nothing for those who may not see it. */
export function useBalances() {
  const isEnabled = useMay()('pay.balances');
  return useQuery({
    ...api.pay.balances.queryOptions({}),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}
