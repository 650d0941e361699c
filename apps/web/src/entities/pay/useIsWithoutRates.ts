import { useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { useMay } from '../../data/me.ts';
import { compare } from '../../lib/money.ts';
import type { Balance } from './pay.ts';

/**
 * Whether nobody has earned anything and, as far as the caller may see it, nobody has a rate.
 * @returns undefined until it is known
 */
export function useIsWithoutRates(balances: readonly Balance[] | undefined): boolean | undefined {
  const mayRead = useMay()('rates.list');
  const isNothing =
    balances && balances.length > 0 && balances.every(({ earned }) => compare(earned, '0') === 0);
  const { data } = useQuery({
    ...api.rates.list.queryOptions({ limit: 1 }),
    enabled: isNothing === true && mayRead,
  });
  return isNothing && mayRead ? data && data.items.length === 0 : isNothing;
}
