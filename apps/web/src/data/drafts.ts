import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { serviceUrl } from '../lib/page.ts';
import { session } from '../session.ts';
import { useMe } from './me.ts';

// In the storage of this tab, which ends with it: a reload at the log-in page loses nothing.
const prefix = `daybook-draft ${serviceUrl} `;
const ofPerson = (userID: string) => `${prefix}${userID} `;

const secret = new Set(['password', 'current', 'new', 'code']);

const kept = () => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
const remove = (keys: readonly string[]) => {
  for (const key of keys) sessionStorage.removeItem(key);
};

// Whoever logs out has been asked.
session.subscribe(() => {
  const { state } = session;
  if (!state.signedIn && state.reason === 'loggedOut') remove(kept());
});

/** Takes away what others have typed in this tab. Is anything of this person's kept? */
export function keepDraftsOf(userID: string): boolean {
  const own = kept().filter((key) => key.startsWith(ofPerson(userID)));
  remove(kept().filter((key) => !own.includes(key)));
  return own.length > 0;
}

interface Draft<V extends object> {
  /** Undefined where nothing was typed. Has to survive JSON. */
  readonly read: () => V | undefined;
  readonly restore: (typed: V) => void;
}

/**
 * What was typed when the session ended comes back where the same person comes to the same place again; no password does.
 * @param place tells apart what stands on the same page
 */
export function useDraft<V extends object>(place: unknown, { read, restore }: Draft<V>) {
  const { _id } = useMe();
  const { pathname } = useLocation();
  const latest = useRef({ read, restore });
  latest.current = { read, restore };
  const [key] = useState(() => ofPerson(_id) + JSON.stringify([pathname, place]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the beginning and the end
  useEffect(() => {
    const draft = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (draft !== null) latest.current.restore(JSON.parse(draft));
    return () => {
      const { state } = session;
      const typed = !state.signedIn && state.reason === 'ended' && latest.current.read();
      if (!typed) return;
      const open = Object.entries(typed).filter(([name]) => !secret.has(name));
      sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(open)));
    };
  }, []);
}
