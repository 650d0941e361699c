import { createClient, refreshSession } from '@daybook/client';
import { useSyncExternalStore } from 'react';
import { serviceUrl } from './lib/addresses.ts';
import { createSession } from './lib/session-state.ts';

const tabs = new BroadcastChannel(`daybook-session ${serviceUrl}`);
const unheard = `daybook-log-out ${serviceUrl}`;

export const session = createSession({
  refresh: () => refreshSession({ url: serviceUrl }),
  revoke: (token) => createClient({ url: serviceUrl, token }).auth.logout.mutate(),
  tell: (message) => tabs.postMessage(message),
  unheard: {
    get: () => localStorage.getItem(unheard) !== null,
    set: (value) => (value ? localStorage.setItem(unheard, 'yes') : localStorage.removeItem(unheard)),
  },
  restart: () => location.reload(),
});

tabs.onmessage = ({ data }) => session.hear(data);

const pause = 5000;

/** Once, before anything is drawn; without an answer again and again, so that nobody has to reload the page. */
export async function resumeSession() {
  await session.resume();
  if (!session.state.signedIn && session.state.reason === 'offline') setTimeout(resumeSession, pause);
}

export const useSession = () => useSyncExternalStore(session.subscribe, () => session.state);
