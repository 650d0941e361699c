import { refreshSession } from '@daybook/client';
import { useSyncExternalStore } from 'react';
import { serviceUrl } from './lib/addresses.ts';
import { createSession } from './lib/session-state.ts';

const tabs = new BroadcastChannel(`daybook-session ${serviceUrl}`);
const logOutKey = `daybook-log-out ${serviceUrl}`;
const personKey = `daybook-person ${serviceUrl}`;

export const session = createSession({
  refresh: () => refreshSession({ url: serviceUrl }),
  async revoke(token) {
    const { createClient } = await import('@daybook/client');
    await createClient({ url: serviceUrl, token }).auth.logout.mutate();
  },
  broadcast: (message) => tabs.postMessage(message),
  pendingLogOut: {
    get: () => localStorage.getItem(logOutKey) !== null,
    set: (value) => (value ? localStorage.setItem(logOutKey, 'yes') : localStorage.removeItem(logOutKey)),
  },
  person: {
    get: () => localStorage.getItem(personKey) ?? undefined,
    set: (userID) => (userID ? localStorage.setItem(personKey, userID) : localStorage.removeItem(personKey)),
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
