import { DayInput } from './scalars.ts';
import { text } from './text.ts';

/** The ends of a range of days: `what` is the day that is compared. */
export const dayRange = (what: string) => ({
  from: DayInput.optional().meta({ description: `First ${what}, inclusive` }),
  to: DayInput.optional().meta({ description: `Last ${what}, inclusive` }),
});

/** @param where what is looked at */
export const searchOf = (where: string) =>
  text(200)
    .optional()
    .meta({ description: `Plain text in ${where}, ignoring case and diacritics` });
