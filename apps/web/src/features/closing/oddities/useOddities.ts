import type { ClosingKind } from '@daybook/domain';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../api.ts';
import { useBalances } from '../../../entities/pay/useBalances.ts';
import { useIsWithoutRates } from '../../../entities/pay/useIsWithoutRates.ts';
import type { DayText } from '../../../lib/dates.ts';
import { type Check, type Oddity, oddCount, odditiesOf } from '../logic/oddities.ts';

interface Period {
  readonly from: DayText;
  readonly through: DayText;
  readonly kinds: readonly ClosingKind[];
}

export interface Found {
  readonly check: Check | undefined;
  /** Those that are looked for. */
  readonly oddities: readonly Oddity[];
  readonly isWithoutRates: boolean;
  /** In all. */
  readonly count: number;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly refetch: () => void;
}

/** What is odd about a period, as far as it is about what is to be closed. */
export function useOddities({ from, through, kinds }: Period): Found {
  const isAsked = odditiesOf(kinds).length > 0;
  const { data, error, refetch } = useQuery({
    ...api.closings.check.queryOptions({ from, through }),
    enabled: isAsked,
  });
  const isRateMissing = (data?.missingRates.count ?? 0) > 0;
  const balances = useBalances(isRateMissing);
  const isWithoutRates = useIsWithoutRates(balances.data);
  const isKnown = !isRateMissing || isWithoutRates !== undefined || balances.error !== null;
  const oddities = odditiesOf(kinds, isRateMissing && isWithoutRates);
  return {
    check: isKnown ? data : undefined,
    oddities,
    isWithoutRates: isRateMissing && isWithoutRates === true && kinds.includes('logs'),
    count: data ? oddCount(data, oddities) : 0,
    isPending: isAsked && !error && !(data && isKnown),
    error,
    refetch: () => void refetch(),
  };
}
