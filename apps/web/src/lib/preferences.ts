import type { Outputs } from '@daybook/client';
import { createContext, useContext } from 'react';

export type Preferences = Partial<Outputs['auth']['me']['preferences']>;

/** Provided by the shell, with the time zone that the service goes by. Empty where nobody is logged in: the device decides. */
export const PreferencesContext = createContext<Preferences>({});

export const usePreferences = (): Preferences => useContext(PreferencesContext);
