import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/global.css';
import './shell/accessibility.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from './i18n/i18n.ts';
import { rememberTarget, Start } from './Start.tsx';
import { resumeSession } from './session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
await Promise.all([startLanguage(), resumeSession()]);
rememberTarget();
// A shortcut of the installed application, such as /cheques#new.
if (location.hash === '#new') history.replaceState({ begin: 'new' }, '', location.pathname);
createRoot(root).render(
  <StrictMode>
    <Start />
  </StrictMode>,
);
