import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { languageOf, setLanguage } from '../i18n/i18n.ts';
import { usePreferences } from '../lib/me.ts';

/** Makes the page look as the caller's preferences say. */
export function ApplyPreferences() {
  const { theme, language } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (theme) setColorScheme(theme === 'system' ? 'auto' : theme);
  }, [theme, setColorScheme]);
  useEffect(() => {
    const known = languageOf(language);
    if (known) void setLanguage(known);
  }, [language]);
  return null;
}
