import { type ReactNode, useMemo } from 'react';
import { currencyOf } from '../../data/settings.ts';
import { BusinessContext, useBusiness } from '../../lib/business.ts';
import type { Settlement } from './settlements.ts';

interface Props {
  readonly of: Pick<Settlement, 'business'>;
  readonly children: ReactNode;
}

/** Amounts of a settlement are shown in the currency in which it was issued. */
export function PaperCurrency({ of: { business }, children }: Props) {
  const { weekend } = useBusiness();
  const shown = useMemo(
    () => ({ weekend, currency: currencyOf(business.currency) }),
    [weekend, business.currency],
  );
  return <BusinessContext value={shown}>{children}</BusinessContext>;
}
