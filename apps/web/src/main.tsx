import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/global.css';
import './shell/accessibility.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from './i18n/i18n.ts';
import { loadApp, rememberTarget, Start } from './Start.tsx';
import { resumeSession, session } from './session.ts';

/** A function, since what it loads imports from here: at the top level both would wait for each other. */
async function start() {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  await Promise.all([startLanguage(), resumeSession()]);
  rememberTarget();
  // If that fails, `Start` tries again.
  if (session.state.signedIn) await loadApp().catch(() => undefined);
  // In slices, so that a phone is not blocked meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Start />
      </StrictMode>,
    ),
  );
}

void start();
