import { z } from 'zod';
import { Flag } from '../values/scalars.ts';

const accepted = (isKnown: (value: string) => boolean) => (value: string) => {
  try {
    return isKnown(value);
  } catch {
    return false;
  }
};

const isLanguage = accepted((value) => Intl.DateTimeFormat.supportedLocalesOf(value).length === 1);
const isTimeZone = accepted((value) => new Intl.DateTimeFormat('en', { timeZone: value }) !== undefined);
const calendars: ReadonlySet<string> = new Set(Intl.supportedValuesOf('calendar'));

const fields = {
  theme: z.enum(['light', 'dark', 'system'], 'Send light, dark or system.'),
  language: z
    .string()
    .max(64)
    .refine(isLanguage, 'Send a language tag, such as en or ar-EG.')
    .meta({ description: 'BCP 47 language tag', examples: ['ar'] }),
  calendar: z
    .string()
    .refine((value) => calendars.has(value), `Send one of ${[...calendars].join(', ')}.`)
    .meta({ description: 'Calendar of the CLDR', examples: ['gregory'] }),
  timeZone: z
    .string()
    .max(64)
    .refine(isTimeZone, 'Send an IANA time zone, such as Africa/Cairo.')
    .meta({ description: 'IANA time zone', examples: ['Africa/Cairo'] }),
  firstDayOfWeek: z
    .int('Send a whole number from 1 (Monday) to 7 (Sunday).')
    .min(1)
    .max(7)
    .meta({ description: '1 (Monday) to 7 (Sunday), as in ISO 8601', examples: [1] }),
};

/** Any of these, at least one. `active`: whether the caller's preferences are applied. */
export const PreferenceChanges = z
  .object({ active: Flag, ...fields })
  .partial()
  .refine(
    (value) => Object.values(value).some((field) => field !== undefined),
    `Send at least one of active, ${Object.keys(fields).join(', ')}.`,
  )
  .meta({ id: 'PreferenceChanges', description: 'Only the fields sent change.' });
export type PreferenceChanges = z.output<typeof PreferenceChanges>;

/** Where a field is absent the front-end follows the device. */
export const Preferences = z
  .object({ active: z.boolean(), ...z.object(fields).partial().shape })
  .meta({ id: 'Preferences' });
export type Preferences = z.output<typeof Preferences>;
