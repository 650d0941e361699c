import { z } from 'zod';
import { roles } from '../access.ts';
import { AccessLevel, RoleInput } from '../users/users.schema.ts';
import { currencies } from '../values/currencies.ts';
import { issue } from '../values/issues.ts';
import { canonicalTag } from '../values/languages.ts';
import { RecordId, serviceFields } from '../values/record.ts';
import { boundedList, listOf, wholeNumber } from '../values/scalars.ts';
import { optionalText } from '../values/text.ts';

/** The languages of printouts, which are those of the front-end. */
export const printLanguages = ['en', 'ar', 'es', 'fr', 'he', 'tr'] as const;

const invalidCurrency = issue('invalid_currency');
const invalidWeekend = issue('invalid_weekend');

const Currency = z
  .string(invalidCurrency)
  .trim()
  .toUpperCase()
  .refine((code) => currencies.has(code), invalidCurrency)
  .nullable()
  .meta({ description: 'Code of ISO 4217; null: none', examples: ['ILS'] });

const Weekend = boundedList(
  z
    .array(z.int(invalidWeekend).min(0, invalidWeekend).max(6, invalidWeekend), invalidWeekend)
    .max(6, invalidWeekend),
  6,
  'invalid_weekend',
)
  .refine((days) => new Set(days).size === days.length, invalidWeekend)
  .meta({ uniqueItems: true, description: 'Days of the week, 0 is Sunday', examples: [[5, 6]] });

/** In any form of its tag: `iw` is Hebrew too. */
const PrintLanguage = z.preprocess(
  (tag: (typeof printLanguages)[number]) => (typeof tag === 'string' ? canonicalTag(tag) : tag),
  z
    .enum(printLanguages, issue('invalid_choice', { values: printLanguages }))
    .meta({ description: 'Language of printouts' }),
);

const fields = {
  name: optionalText(100),
  address: optionalText(500),
  phoneNumber: optionalText(64),
  currency: Currency,
  weekend: Weekend,
  dayMinutes: wholeNumber(1, 1440).meta({ description: 'Minutes of a day’s work' }),
  staleAfterMonths: wholeNumber(1, 120).meta({
    description: 'Months after its due date in which a bank takes a cheque',
  }),
  language: PrintLanguage,
  requireSecondFactor: listOf(RoleInput, 0, roles.length)
    .transform((chosen) => roles.filter((role) => chosen.includes(role)))
    .meta({ description: 'Roles that need a second factor: without one they can only enrol' }),
};

/** Any of these, at least one. */
export const SettingsChanges = z
  .object(fields)
  .partial()
  .refine(
    (value) => Object.values(value).some((field) => field !== undefined),
    issue('no_changes', { fields: Object.keys(fields) }),
  )
  .meta({ id: 'SettingsChanges', description: 'Only the fields sent change.' });
export type SettingsChanges = z.output<typeof SettingsChanges>;

export const Settings = z
  .object({
    _id: RecordId,
    name: z.string().meta({ description: 'Of the business' }),
    address: z.string(),
    phoneNumber: z.string(),
    currency: z.string().nullable(),
    weekend: z.array(z.int()),
    dayMinutes: z.int(),
    staleAfterMonths: z.int(),
    language: z.enum(printLanguages),
    requireSecondFactor: z.array(AccessLevel),
    currencyFixed: z.boolean().meta({
      description: 'There is a settlement that is not void, so the currency stays as it is',
    }),
    ...serviceFields,
  })
  .meta({ id: 'Settings', description: 'Of the business; there is one record' });
export type Settings = z.infer<typeof Settings>;

/** The identifier of the one record. */
export const settingsId = '00000000-0000-7000-8000-000000000001';
