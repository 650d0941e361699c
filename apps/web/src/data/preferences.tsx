import type { Inputs } from '@daybook/client';
import { useTranslation } from 'react-i18next';
import { client } from '../api.ts';
import type { Preferences } from '../lib/preferences.ts';
import { useChange } from './change.tsx';

const attempt = (changes: Preferences) => ({
  shows: [{ id: 'me', row: changes }],
  run: () => client.users.setPreferences.mutate(changes as Inputs['users']['setPreferences']),
});

/** Applies a change at once, then saves it; it goes back where it cannot be saved, and where the person says so. */
export function usePreferenceChange() {
  const change = useChange('preferences', { serial: true });
  return (changes: Preferences, back: Preferences) =>
    void change({ done: <Saved />, ...attempt(changes), undo: () => attempt(back) });
}

/** A component, since the change may be one of language. */
const Saved = () => useTranslation().t('saved');
