import { DirectionProvider, MantineProvider } from '@mantine/core';
import { DatesProvider } from '@mantine/dates';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api.ts';
import { languageOf, languages } from '../i18n/i18n.ts';
import { router } from '../router.ts';
import { theme, variables } from './theme.ts';

const nonce = () => document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

export function App() {
  const { i18n } = useTranslation();
  const language = languageOf(i18n.language) ?? 'en';
  const { dir } = languages[language];
  return (
    <DirectionProvider key={dir} initialDirection={dir} detectDirection={false}>
      <MantineProvider
        theme={theme}
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
