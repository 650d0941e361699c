import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadLanguage } from '../../i18n/i18n.ts';
import { localeOf } from '../../i18n/languages.ts';
import { useBusiness } from '../../lib/business.ts';
import { formatsOf } from '../../lib/format.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { amountInWords } from '../../lib/words/words.ts';

/** Texts and values in the language of a printout, whatever that of the screen; undefined until they are there. */
export function usePaper(language: string | undefined) {
  const { i18n } = useTranslation('printing');
  const { language: preferred, timeZone } = usePreferences();
  const { currency } = useBusiness();
  useEffect(() => {
    if (language) void loadLanguage(language);
  }, [language]);
  if (!language || !i18n.hasResourceBundle(language, 'printing')) return undefined;
  return {
    language,
    t: i18n.getFixedT(language, 'printing'),
    formats: formatsOf(localeOf(language, preferred), timeZone, undefined, currency),
  };
}

export type Paper = NonNullable<ReturnType<typeof usePaper>>;

/** Undefined until it is known, null where there is none; see `amountInWords`. */
export function useWords(amount: string, currency: string | null, language: string) {
  const { data } = useQuery({
    queryKey: ['words', amount, currency, language],
    queryFn: async () => (await amountInWords(amount, currency, language)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });
  return data;
}
