import { useMantineColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { setLanguage } from '../i18n/i18n.ts';
import { usePreferences } from '../lib/preferences.ts';

/** Makes the page look as the caller's preferences say; where they say nothing, as the device does. */
export function ApplyPreferences() {
  const { theme, language } = usePreferences();
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    setColorScheme(theme === 'light' || theme === 'dark' ? theme : 'auto');
  }, [theme, setColorScheme]);
  useEffect(() => {
    void setLanguage(language);
  }, [language]);
  return null;
}
