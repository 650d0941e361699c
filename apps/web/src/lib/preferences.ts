import type { Outputs } from '@daybook/client';
import { createContext, useContext } from 'react';

export type Preferences = Partial<Outputs['auth']['me']['preferences']>;

/** Provided by the shell. Empty where nobody is logged in, or none apply: the device decides. */
export const PreferencesContext = createContext<Preferences>({});

export const usePreferences = (): Preferences => useContext(PreferencesContext);
