import { refreshSession } from '@daybook/client';
import { useSyncExternalStore } from 'react';
import { serviceUrl } from './lib/addresses.ts';

/** Why the log-in page is shown. */
export type SignedOutReason = 'ended' | 'loggedOut' | 'offline';

export type SessionState =
  | { readonly signedIn: false; readonly reason?: SignedOutReason }
  | { readonly signedIn: true };

// The token lives in memory alone; the httpOnly refresh cookie brings a session back after a reload.
let token: string | undefined;
let state: SessionState = { signedIn: false };
const listeners = new Set<() => void>();
// Other tabs of this browser share the cookie, and so the session.
const tabs = new BroadcastChannel('daybook-session');

function become(next: SessionState) {
  state = next;
  for (const listener of listeners) listener();
}

async function renew(): Promise<string | undefined> {
  const login = await refreshSession({ url: serviceUrl });
  token = login?.accessToken;
  return token;
}

export const session = {
  get state() {
    return state;
  },
  token: () => token,
  renew,
  /** Once, before anything is drawn: is there a session from before the reload? */
  async resume() {
    try {
      if (await renew()) become({ signedIn: true });
    } catch {
      become({ signedIn: false, reason: 'offline' });
    }
  },
  signIn(accessToken: string) {
    token = accessToken;
    become({ signedIn: true });
    tabs.postMessage('signed in');
  },
  signOut(reason: SignedOutReason) {
    token = undefined;
    if (!state.signedIn) return;
    become({ signedIn: false, reason });
    if (reason === 'loggedOut') tabs.postMessage('signed out');
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

tabs.onmessage = ({ data }) => {
  if (data === 'signed out') session.signOut('ended');
  else if (!state.signedIn) void session.resume();
};

export const useSession = () => useSyncExternalStore(session.subscribe, () => state);
