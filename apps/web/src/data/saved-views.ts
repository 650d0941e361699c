import { useSyncExternalStore } from 'react';
import { serviceUrl } from '../lib/addresses.ts';
import { createSavedViews, type View } from '../lib/saved-views.ts';
import { useMe } from './me.ts';

const saved = createSavedViews(localStorage, serviceUrl);

const subscribe = (listener: () => void) => {
  const stop = saved.subscribe(listener);
  // Of another tab.
  window.addEventListener('storage', listener);
  return () => {
    stop();
    window.removeEventListener('storage', listener);
  };
};

/** The caller's saved views on this device. */
export function useSavedViews() {
  const { _id } = useMe();
  const views = useSyncExternalStore(subscribe, () => saved.of(_id));
  return {
    views,
    save: (view: View) => saved.save(_id, view),
    rename: (view: View, name: string) => saved.rename(_id, view, name),
    remove: (view: View) => saved.remove(_id, view),
  };
}
