import {
  createTheme,
  DirectionProvider,
  MantineProvider,
  mergeThemeOverrides,
  useMantineColorScheme,
} from '@mantine/core';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../i18n/i18n.ts';
import { directionOf, languageOf } from '../i18n/languages.ts';
import { styleNonce } from '../lib/page.ts';
import { usePreferences } from '../lib/preferences.ts';
import { cssVariables, theme } from './theme.ts';

// Where the styles that keep the page from scrolling behind a dialog look for it (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

/** The button that closes a notice has no name of its own; what a notice says is read by the region that it is in. */
const noticeTheme = (close: string) =>
  createTheme({
    components: {
      Notification: { defaultProps: { role: 'group', closeButtonProps: { 'aria-label': close } } },
    },
  });

/** Theme and direction of whatever is shown. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const dir = directionOf(languageOf(i18n.language) ?? 'en');
  const close = t('close');
  const named = useMemo(() => mergeThemeOverrides(theme, noticeTheme(close)), [close]);
  return (
    <DirectionProvider key={dir} initialDirection={dir} detectDirection={false}>
      <MantineProvider
        theme={named}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Makes the page look as the caller's preferences say; where they say nothing, as the device does. */
export function ApplyPreferences() {
  const { theme, language } = usePreferences();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const wanted = theme === 'light' || theme === 'dark' ? theme : 'auto';
  // biome-ignore lint/correctness/useExhaustiveDependencies: setColorScheme is another function at each render, and makes the browser find every style anew
  useEffect(() => {
    if (wanted !== colorScheme) setColorScheme(wanted);
  }, [wanted]);
  useEffect(() => {
    void setLanguage(language);
  }, [language]);
  return null;
}
