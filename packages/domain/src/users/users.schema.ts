import { z } from 'zod';
import { type Role, roles } from '../access.ts';
import { issue, raise } from '../values/issues.ts';
import { canonicalTag } from '../values/languages.ts';
import { chosen } from '../values/listing.ts';
import { paging } from '../values/paging.ts';
import { searchOf } from '../values/query.ts';
import { RecordId, serviceFields } from '../values/record.ts';
import { Flag, Instant } from '../values/scalars.ts';
import { Email, orEmpty, Password, requiredText, text, Username } from '../values/text.ts';
import { isTimeZone } from '../values/zones.ts';

const choice = { values: roles };

/** As a pattern of JSON Schema, which has no flags: `[Uu][Ss]…`. */
const ignoringCase = (name: string) =>
  name.replaceAll(/./g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

/** Matched ignoring case, answered as in {@link roles}. */
export const RoleInput = z
  .string(issue('invalid_choice', choice))
  .transform((value, context): Role => {
    const role = roles.find((name) => name.toLowerCase() === value.toLowerCase());
    if (!role) raise(context, 'invalid_choice', choice);
    return role ?? 'User';
  })
  .meta({
    id: 'RoleInput',
    description: `${roles.join(', ')}, ignoring case`,
    pattern: `^(${roles.map(ignoringCase).join('|')})$`,
    examples: ['Supervisor'],
  });

export const AccessLevel = z.enum(roles).meta({ id: 'AccessLevel' });

const fields = {
  firstName: requiredText(100),
  lastName: requiredText(100),
  username: Username,
  email: orEmpty(Email),
  phoneNumber: orEmpty(text(64)),
};

export const UserCreate = z
  .object({
    ...fields,
    password: Password,
    email: fields.email.default(''),
    phoneNumber: fields.phoneNumber.default(''),
  })
  .meta({ id: 'UserCreate', description: 'A new account' });
export type UserCreate = z.output<typeof UserCreate>;

export const UserChanges = z
  .object({ ...fields, password: Password })
  .partial()
  .meta({ id: 'UserChanges', description: 'Only the fields sent change.' });
export type UserChanges = z.output<typeof UserChanges>;

/** A row of GET /users: these fields and no others (docs/interface.md, section 4). */
export const UserSummary = z
  .object({
    _id: RecordId,
    username: z.string(),
    email: z.string(),
    phoneNumber: z.string(),
    accessLevel: AccessLevel,
    active: z.boolean(),
    fullName: z.string(),
  })
  .meta({ id: 'UserSummary' });
export type UserSummary = z.infer<typeof UserSummary>;

export const User = z
  .object({ ...UserSummary.shape, firstName: z.string(), lastName: z.string(), ...serviceFields })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

export const LogInLink = z
  .object({
    url: z
      .string()
      .meta({ description: 'Whoever opens it may choose the password of the account: it is shown once' }),
    expiresAt: Instant,
  })
  .meta({ id: 'LogInLink' });
export type LogInLink = z.infer<typeof LogInLink>;

/** Code points of a search pattern, as people count characters. */
export const MAX_PATTERN_LENGTH = 200;

export const UserQuery = z.object({
  search: z
    .string(issue('not_text'))
    // As names are stored. What is longer than its longest form is refused as it is.
    .overwrite((pattern) => (pattern.length > 8 * MAX_PATTERN_LENGTH ? pattern : pattern.normalize('NFC')))
    .optional()
    .meta({
      maxLength: MAX_PATTERN_LENGTH,
      description: `Regular expression on the full name, ignoring case; at most ${MAX_PATTERN_LENGTH} characters; empty means all`,
      examples: ['^ada|hopper$'],
    }),
  name: searchOf('the full name'),
  active: Flag.optional().meta({ description: 'Only active, or only deactivated accounts' }),
  role: RoleInput.optional().meta({ description: 'Only accounts of this role' }),
  ...chosen,
  ...paging,
  // Over REST its answer has no nextCursor.
  cursor: paging.cursor.meta({
    description: 'Where the page begins: follow the header `Link` of the page before',
  }),
});
export type UserQuery = z.output<typeof UserQuery>;

export const userSchemas = { record: User, create: UserCreate, changes: UserChanges, query: UserQuery };

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

const preferenceFields = {
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
  .object({ active: Flag, ...preferenceFields })
  .partial()
  .refine(
    (value) => Object.values(value).some((field) => field !== undefined),
    issue('no_changes', { fields: ['active', ...Object.keys(preferenceFields)] }),
  )
  .meta({ id: 'PreferenceChanges', description: 'Only the fields sent change.' });
export type PreferenceChanges = z.output<typeof PreferenceChanges>;

/** Where a field is absent the front-end follows the device. */
export const Preferences = z
  .object({ active: z.boolean(), ...z.object(preferenceFields).partial().shape })
  .meta({ id: 'Preferences' });
export type Preferences = z.output<typeof Preferences>;

/** Stored preferences as they count: a time zone that is no longer accepted is as if it had not been set. */
export function effectivePreferences({ timeZone, ...others }: Preferences): Preferences {
  return timeZone !== undefined && isTimeZone(timeZone) ? { timeZone, ...others } : others;
}
