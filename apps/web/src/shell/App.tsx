import { createTheme, DirectionProvider, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api.ts';
import { directionOf, languageOf } from '../i18n/languages.ts';
import { keepFocus } from '../lib/keep-focus.ts';
import { router } from '../router.ts';
import { LiveRegions } from './LiveRegions.tsx';
import { Notices } from './Notices.tsx';
import { theme, variables } from './theme.ts';

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// Where the styles that keep the page from scrolling behind a dialog look for it (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: nonce() });

/** The button that closes a notice has no name of its own; what a notice says is read by the region that it is in. */
const noticeTheme = (close: string) =>
  createTheme({
    components: {
      Notification: { defaultProps: { role: 'group', closeButtonProps: { 'aria-label': close } } },
    },
  });

export function App() {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.language) ?? 'en';
  const dir = directionOf(language);
  const close = t('close');
  const named = useMemo(() => mergeThemeOverrides(theme, noticeTheme(close)), [close]);
  useEffect(keepFocus, []);
  return (
    <DirectionProvider key={dir} initialDirection={dir} detectDirection={false}>
      <MantineProvider
        theme={named}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={nonce}
      >
        <DatesProvider settings={{ locale: language }}>
          <QueryClientProvider client={queryClient}>
            <ModalsProvider>
              <Notices />
              <RouterProvider router={router} />
              <LiveRegions />
            </ModalsProvider>
          </QueryClientProvider>
        </DatesProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
