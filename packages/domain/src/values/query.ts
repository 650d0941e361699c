import { z } from 'zod';
import { issue } from './issues.ts';
import { DayInput, SignedAmount } from './scalars.ts';
import { text } from './text.ts';

/** The ends of a range of days: `what` is the day that is compared. */
export const dayRange = (what: string) => ({
  from: DayInput.optional().meta({ description: `First ${what}, inclusive` }),
  to: DayInput.optional().meta({ description: `Last ${what}, inclusive` }),
});

/** The ends of a range of amounts. */
export const amountRange = {
  minValue: SignedAmount.optional().meta({ description: 'Smallest amount, inclusive' }),
  maxValue: SignedAmount.optional().meta({ description: 'Largest amount, inclusive' }),
};

/** That the last of two days is not before the first. */
export const daysInOrder = (last: string, first: string) =>
  z.refine<object>(
    (asked) => {
      const { [first]: from, [last]: to } = asked as Record<string, unknown>;
      // Another fault of the two is told by itself: what is no day has become an empty text.
      return typeof from !== 'string' || typeof to !== 'string' || to === '' || from <= to;
    },
    {
      path: [last],
      ...issue('reversed_days', { first }),
      when: ({ value }) => typeof value === 'object' && value !== null,
    },
  );

/** What is asked with a first and a last day, of which the last must not be before the first. */
export const inOrder = <Query extends z.ZodObject>(
  query: Query,
  last: keyof Query['shape'] & string,
  first: keyof Query['shape'] & string = 'from',
): Query => query.check(daysInOrder(last, first));

/** @param where what is looked at */
export const searchOf = (where: string) =>
  text(200)
    .optional()
    .meta({ description: `Words in ${where}, in any order, ignoring case and diacritics` });
