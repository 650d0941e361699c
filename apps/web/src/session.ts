import { createClient, refreshSession } from '@daybook/client';
import { useSyncExternalStore } from 'react';
import { serviceUrl } from './lib/addresses.ts';
import { createSession } from './lib/session-state.ts';

const tabs = new BroadcastChannel(`daybook-session ${serviceUrl}`);
const logOutKey = `daybook-log-out ${serviceUrl}`;

export const session = createSession({
  refresh: () => refreshSession({ url: serviceUrl }),
  revoke: (token) => createClient({ url: serviceUrl, token }).auth.logout.mutate(),
  broadcast: (message) => tabs.postMessage(message),
  pendingLogOut: {
    get: () => localStorage.getItem(logOutKey) !== null,
    set: (value) => (value ? localStorage.setItem(logOutKey, 'yes') : localStorage.removeItem(logOutKey)),
  },
  restart: () => location.reload(),
});

tabs.onmessage = ({ data }) => session.receive(data);

const pause = 5000;

/** Once, before anything is drawn; without an answer again and again, so that nobody has to reload the page. */
export async function resumeSession() {
  await session.resume();
  if (!session.state.signedIn && session.state.reason === 'offline') setTimeout(resumeSession, pause);
}

export const useSession = () => useSyncExternalStore(session.subscribe, () => session.state);
