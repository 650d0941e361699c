import { createClient, refreshSession } from '@daybook/client';
import { useSyncExternalStore } from 'react';
import { forgetAnswers } from './data/answer-store.ts';
import { serviceUrl } from './lib/page.ts';
import { createSession } from './lib/session-state.ts';

const tabs = new BroadcastChannel(`daybook-session ${serviceUrl}`);
const logOutKey = `daybook-log-out ${serviceUrl}`;
const personKey = `daybook-person ${serviceUrl}`;

/** How long a start waits for the service before it goes on with what the device knows. */
const patienceMs = 4000;

export const session = createSession({
  refresh: () => refreshSession({ url: serviceUrl }),
  async revoke(token) {
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
  patience: () => new Promise((resolve) => setTimeout(resolve, patienceMs)),
});

tabs.onmessage = ({ data }) => session.receive(data);
session.subscribe(() => {
  if (!session.state.signedIn) forgetAnswers();
});

const pause = 5000;

/** Once, before anything is drawn; without an answer again and again, so that nobody has to reload the page. */
export async function resumeSession() {
  await session.resume();
  // It may have ended while no page was open.
  if (!session.state.signedIn) forgetAnswers();
  if (!session.state.signedIn && session.state.reason === 'offline') setTimeout(resumeSession, pause);
}

export const useSession = () => useSyncExternalStore(session.subscribe, () => session.state);

/** A request outside the typed client, with the present token, or else with a new one. @param send takes the header */
export async function withToken<R extends { readonly status: number }>(
  send: (authorization: string) => Promise<R>,
): Promise<R> {
  const answer = await send(`Bearer ${await session.token()}`);
  if (answer.status !== 401) return answer;
  const renewed = await session.renew();
  return renewed === undefined ? answer : send(`Bearer ${renewed}`);
}
