import { z } from 'zod';
import { dayParameter, flagParameter, textParameter } from '../../lib/search.ts';

/** What stands in the address of any printout: the language in which it is printed, if not that of the settings. */
const language = textParameter;

export const ChequePrintSearch = z.object({
  language,
  /** Where the cheque has no account: on whose form it is printed. */
  account: textParameter,
  crossed: flagParameter,
});

export const FormPrintSearch = z.object({ language });

/** Which cheques: those that are named, else those that the filters of the register let through. */
export const ListPrintSearch = z.object({
  language,
  second: textParameter,
  /** Separated by commas. */
  ids: textParameter,
  from: dayParameter,
  to: dayParameter,
  payee: textParameter,
  isCancelled: flagParameter,
  status: textParameter,
  account: textParameter,
  serials: textParameter,
  search: textParameter,
});
export type ListPrintSearch = z.infer<typeof ListPrintSearch>;
