import { z } from 'zod';
import { issue } from '../values/issues.ts';
import { canonicalTag } from '../values/languages.ts';
import { Flag } from '../values/scalars.ts';
import { isTimeZone } from '../values/zones.ts';

const isLanguage = (value: string) => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(value).length === 1;
  } catch {
    return false;
  }
};
const calendars: ReadonlySet<string> = new Set(Intl.supportedValuesOf('calendar'));

const themes = ['light', 'dark', 'system'] as const;
const invalidLanguage = issue('invalid_language');
const invalidCalendar = issue('invalid_choice', { values: [...calendars] });
const invalidTimeZone = issue('invalid_time_zone');
const invalidFirstDay = issue('invalid_integer', { min: 1, max: 7 });

const fields = {
  theme: z.enum(themes, issue('invalid_choice', { values: themes })),
  language: z
    .string(invalidLanguage)
    .max(64, { ...invalidLanguage, abort: true })
    .refine(isLanguage, invalidLanguage)
    .overwrite(canonicalTag)
    .meta({ description: 'BCP 47 language tag', examples: ['ar'] }),
  calendar: z
    .string(invalidCalendar)
    .refine((value) => calendars.has(value), invalidCalendar)
    .meta({ description: 'Calendar of the CLDR', examples: ['gregory'] }),
  timeZone: z
    .string(invalidTimeZone)
    .max(64, { ...invalidTimeZone, abort: true })
    .refine(isTimeZone, invalidTimeZone)
    .meta({ description: 'IANA time zone', examples: ['Africa/Cairo'] }),
  firstDayOfWeek: z
    .int(invalidFirstDay)
    .min(1, invalidFirstDay)
    .max(7, invalidFirstDay)
    .meta({ description: '1 (Monday) to 7 (Sunday), as in ISO 8601', examples: [1] }),
  characterKeys: z
    .boolean(issue('invalid_boolean'))
    .meta({ description: 'Whether single letters are shortcuts in the front-end', examples: [true] }),
};

/** Any of these, at least one. `active`: whether the caller's preferences are applied. */
export const PreferenceChanges = z
  .object({ active: Flag, ...fields })
  .partial()
  .refine(
    (value) => Object.values(value).some((field) => field !== undefined),
    issue('no_changes', { fields: ['active', ...Object.keys(fields)] }),
  )
  .meta({ id: 'PreferenceChanges', description: 'Only the fields sent change.' });
export type PreferenceChanges = z.output<typeof PreferenceChanges>;

/** Where a field is absent the front-end follows the device. */
export const Preferences = z
  .object({ active: z.boolean(), ...z.object(fields).partial().shape })
  .meta({ id: 'Preferences' });
export type Preferences = z.output<typeof Preferences>;

/** Stored preferences as they count: a time zone that is no longer accepted is as if it had not been set. */
export function effectivePreferences({ timeZone, ...others }: Preferences): Preferences {
  return timeZone !== undefined && isTimeZone(timeZone) ? { timeZone, ...others } : others;
}
