import { DatesProvider } from '@mantine/dates';
import { ModalsProvider } from '@mantine/modals';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../api.ts';
import { followChanges } from '../data/live.ts';
import { languageOf } from '../i18n/languages.ts';
import { keepFocus } from '../lib/focus.ts';
import { router } from '../router.ts';
import { LiveRegions, Notices } from './Notices.tsx';

/** Safari has no idle callbacks. */
const requestIdle = (run: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 1000);

/** Everything that needs a session; loaded once there is one, or is about to be. */
export default function App() {
  const { i18n } = useTranslation();
  useEffect(keepFocus, []);
  // What the first page needs goes first.
  useEffect(() => void requestIdle(followChanges), []);
  return (
    <DatesProvider settings={{ locale: languageOf(i18n.language) ?? 'en' }}>
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notices />
          <RouterProvider router={router} />
          <LiveRegions />
        </ModalsProvider>
      </QueryClientProvider>
    </DatesProvider>
  );
}
