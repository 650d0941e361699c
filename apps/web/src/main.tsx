import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './shell/global.css';
import './shell/accessibility.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLanguage } from './i18n/i18n.ts';
import { resumeSession } from './session.ts';
import { App } from './shell/App.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
await Promise.all([startLanguage(), resumeSession()]);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
