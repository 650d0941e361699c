import type { Outputs } from '@daybook/client';
import { currencyDigits } from '@daybook/domain';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api.ts';
import type { Business } from '../lib/business.ts';

export type Settings = Outputs['settings']['get'];

/** The settings of the business, which everybody reads. */
export const useSettings = (): Settings => useSuspenseQuery(api.settings.get.queryOptions()).data;

/** Undefined where there is none. */
export const currencyOf = (code: string | null) =>
  code === null ? undefined : { code, digits: currencyDigits(code) };

/** What they decide about how things are shown. */
export function useShownBusiness(): Business {
  const { name, currency, weekend } = useSettings();
  return useMemo(
    () => ({
      name,
      currency: currencyOf(currency),
      weekend: weekend.map((day) => day || 7),
    }),
    [name, currency, weekend],
  );
}
