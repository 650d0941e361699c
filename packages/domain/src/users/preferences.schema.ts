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

const languageHelp = 'Send a language tag, such as en or ar-EG.';
const calendarHelp = `Send one of ${[...calendars].join(', ')}.`;
const timeZoneHelp = 'Send an IANA time zone, such as Africa/Cairo.';
const firstDayHelp = 'Send a whole number from 1 (Monday) to 7 (Sunday).';

const fields = {
  theme: z.enum(['light', 'dark', 'system'], 'Send light, dark or system.'),
  language: z
    .string(languageHelp)
    .max(64, languageHelp)
    .refine(isLanguage, languageHelp)
    .meta({ description: 'BCP 47 language tag', examples: ['ar'] }),
  calendar: z
    .string(calendarHelp)
    .refine((value) => calendars.has(value), calendarHelp)
    .meta({ description: 'Calendar of the CLDR', examples: ['gregory'] }),
  timeZone: z
    .string(timeZoneHelp)
    .max(64, timeZoneHelp)
    .refine(isTimeZone, timeZoneHelp)
    .meta({ description: 'IANA time zone', examples: ['Africa/Cairo'] }),
  firstDayOfWeek: z
    .int(firstDayHelp)
    .min(1, firstDayHelp)
    .max(7, firstDayHelp)
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
