import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';

/** What every worker is owed today; nothing for those who may not see it, or while it is not wanted. */
export function useBalances(isWanted = true) {
  const isEnabled = useMay()('pay.balances') && isWanted;
  return useQuery({
    ...api.pay.balances.queryOptions({}),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
}
