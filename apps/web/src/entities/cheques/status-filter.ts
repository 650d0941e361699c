import { type ChequeStatus, chequeStatuses, openStatuses } from '@daybook/domain';
import { z } from 'zod';

const every = 'all';
/** What a filter by status can be made of: all open ones are one choice. */
export const statusChoices = ['open', ...chequeStatuses] as const;
export type StatusChoice = (typeof statusChoices)[number];

const isChoice = (text: string): text is StatusChoice => statusChoices.some((choice) => choice === text);

/** In an address: `all`, or some of the choices with commas; open cheques where there is nothing. */
export const statusParameter = z
  .string()
  .refine((text) => text === every || text.split(',').every(isChoice))
  .optional()
  .catch(undefined);

/** Takes addresses and saved views from before there were statuses too. */
export const withStatus = <S extends z.ZodObject>(search: S) =>
  z.preprocess(
    (given) =>
      typeof given === 'object' && given && 'isCancelled' in given && given.isCancelled === 'true'
        ? { status: 'cancelled', ...given }
        : given,
    search,
  );

export const choicesOf = (parameter = 'open'): readonly StatusChoice[] =>
  parameter.split(',').filter(isChoice);

/** For an address. No choice at all is every status. */
export function parameterOf(choices: readonly StatusChoice[]): string | undefined {
  if (choices.length === 0) return every;
  return choices.join() === 'open' ? undefined : choices.join();
}

/** The statuses that a parameter lets through; undefined: every one. */
export function statusesOf(parameter: string | undefined): readonly ChequeStatus[] | undefined {
  if (parameter === every) return undefined;
  return chequeStatuses.filter((status) =>
    choicesOf(parameter).some((choice) =>
      choice === 'open' ? openStatuses.some((open) => open === status) : choice === status,
    ),
  );
}
