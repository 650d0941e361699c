import { createTheme, DirectionProvider, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api.ts';
import { directionOf, languageOf } from '../i18n/languages.ts';
import { router } from '../router.ts';
import { theme, variables } from './theme.ts';

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
// Where the styles that keep the page from scrolling behind a dialog look for it (get-nonce).
Object.assign(globalThis, { __webpack_nonce__: nonce() });

/** The button that closes a notice has no name of its own. */
const noticeTheme = (close: string) =>
  createTheme({
    components: { Notification: { defaultProps: { closeButtonProps: { 'aria-label': close } } } },
  });

export function App() {
  const { t, i18n } = useTranslation();
  const language = languageOf(i18n.language) ?? 'en';
  const dir = directionOf(language);
  const close = t('close');
  const named = useMemo(() => mergeThemeOverrides(theme, noticeTheme(close)), [close]);
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
              <RouterProvider router={router} />
              <Notifications position="bottom-center" />
            </ModalsProvider>
          </QueryClientProvider>
        </DatesProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}
