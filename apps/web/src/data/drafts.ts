import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { session } from '../session.ts';
import { useMe } from './me.ts';

// In memory alone, and each person's own.
const drafts = new Map<string, object>();

const secret = new Set(['password', 'current', 'new']);

interface Form<V extends object> {
  readonly getValues: () => V;
  readonly setValues: (values: Partial<V>) => void;
  readonly isDirty: () => boolean;
}

/** What was typed when the session ended comes back where the same person opens the same form again; no password does. */
export function useDraft<V extends object>(form: Form<V>, initial: V) {
  const { _id } = useMe();
  const { pathname } = useLocation();
  const [key] = useState(() => JSON.stringify([_id, pathname, initial]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the beginning and the end of the form
  useEffect(() => {
    const draft = drafts.get(key);
    drafts.delete(key);
    if (draft) form.setValues(draft as Partial<V>);
    return () => {
      const { state } = session;
      if (state.signedIn || state.reason !== 'ended' || !form.isDirty()) return;
      const kept = Object.entries(form.getValues()).filter(([name]) => !secret.has(name));
      drafts.set(key, Object.fromEntries(kept));
    };
  }, []);
}
