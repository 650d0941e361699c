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

/** Of what is printed about pay: the languages, and the paper, A4 unless it is a roll. */
const pay = { language, second: textParameter, paper: z.enum(['a4', 'roll']).optional().catch(undefined) };

export const StatementPrintSearch = z.object({
  ...pay,
  /** Without one, the caller. */
  worker: textParameter,
  /** Without them, this month. */
  from: dayParameter,
  to: dayParameter,
});

/** One settlement, or several separated by commas. */
export const SettlementPrintSearch = z.object({ ...pay, settlement: textParameter });
export const PayPrintSearch = z.object(pay);
