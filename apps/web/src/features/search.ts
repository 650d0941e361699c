import { billStatuses, importKinds, journalActions, journalKinds, roles, trashKinds } from '@daybook/domain';
import { z } from 'zod';
import { statusParameter } from '../entities/cheques/cheque.ts';
import { LengthSearch } from '../entities/forecast/forecast.ts';
import { dayParameter, flagParameter, monthParameter, sortParameter, textParameter } from '../lib/search.ts';

/** What stands in the address of the table. Without any day it is this month; `range=all` takes that away. */
export const LogsSearch = z.object({
  from: dayParameter,
  to: dayParameter,
  range: z.literal('all').optional().catch(undefined),
  worker: textParameter,
  isAbsent: flagParameter,
  sort: sortParameter,
  /** Of a worker's own calendar. */
  month: monthParameter,
});
export type LogsSearch = z.output<typeof LogsSearch>;

export const MonthSearch = z.object({ month: monthParameter });

/** `staff=all`: also those who are not of role User. */
export const DaySearch = z.object({ day: dayParameter, staff: z.literal('all').optional().catch(undefined) });

/** What stands in the address of the workers' pay. */
export const PaySearch = z.object({ month: monthParameter, search: textParameter, sort: sortParameter });

/** What stands in the address of the settling: up to which day, and one worker, if not all. */
export const SettleSearch = z.object({ to: dayParameter, worker: textParameter });

/** What stands in the address of one's own pay: without a month it is the present one. */
export const OwnPaySearch = z.object({ month: monthParameter });

/** What stands in the address of a statement: without days it is the present month. */
export const PeriodSearch = z.object({ from: dayParameter, to: dayParameter });

/** What stands in the address of the register. */
export const ChequesSearch = z.object({
  from: dayParameter,
  to: dayParameter,
  payee: textParameter,
  account: textParameter,
  status: statusParameter,
  search: textParameter,
  sort: sortParameter,
});
export type ChequesSearch = z.infer<typeof ChequesSearch>;

/** What stands in the address of bills to pay. */
export const ToPaySearch = z.object({
  dueFrom: dayParameter,
  dueTo: dayParameter,
  payee: textParameter,
  account: textParameter,
  search: textParameter,
  sort: sortParameter,
});

/** What stands in the address of all bills. */
export const AllBillsSearch = z.object({
  from: dayParameter,
  to: dayParameter,
  payee: textParameter,
  account: textParameter,
  status: z.enum(billStatuses).optional().catch(undefined),
  search: textParameter,
  sort: sortParameter,
});

/** What stands in the address of the calendar: without a month it is the present one. */
export const CalendarSearch = z.object({ month: monthParameter, day: dayParameter, sort: sortParameter });

/** What stands in the address of the cheques that are past due. */
export const PastDueSearch = z.object({ sort: sortParameter });

/** What stands in the address of the bank accounts. */
export const AccountsSearch = z.object({
  search: textParameter,
  isArchived: flagParameter,
  sort: sortParameter,
});

/** What stands in the address of one account: how far its forecast looks, and the order of its cheques. */
export const AccountSearch = z.object({ ...LengthSearch.shape, sort: sortParameter });

/** What stands in the address of the payees. */
export const PayeesSearch = z.object({ search: textParameter, sort: sortParameter });

/** What stands in the address of one payee: the order of the cheques. */
export const PayeeSearch = z.object({ sort: sortParameter });

/** What stands in the address of the list; `search` is a regular expression. */
export const UsersSearch = z.object({
  search: textParameter,
  role: z.enum(roles).optional().catch(undefined),
  active: flagParameter,
  sort: sortParameter,
});
export type UsersSearch = z.infer<typeof UsersSearch>;

/** What stands in the address of the users’ security: whether only those without a second factor. */
export const UsersSecuritySearch = z.object({ without: flagParameter, sort: sortParameter });

/** What stands in the address: the last day, the kinds if not all, and whether all days before it are looked at. */
export const ClosingSearch = z.object({
  through: dayParameter,
  kinds: textParameter,
  look: z.literal('all').optional().catch(undefined),
});

/** What stands in the address of the forecast: without an account it is the first one; `each` and `sum` are of all. */
export const ForecastSearch = LengthSearch.extend({ account: textParameter });
export type ForecastSearch = z.infer<typeof ForecastSearch>;

/** What stands in the address of the history. */
export const JournalSearch = z.object({
  kind: z.enum(journalKinds).optional().catch(undefined),
  action: z.enum(journalActions).optional().catch(undefined),
  actor: textParameter,
  record: textParameter,
  from: dayParameter,
  to: dayParameter,
});

/** What stands in the address of the trash. */
export const TrashSearch = z.object({
  kind: z.enum(trashKinds).optional().catch(undefined),
  sort: sortParameter,
});

/** What stands in the address of an import. */
export const ImportSearch = z.object({
  kind: z
    .enum([...importKinds, 'manager-2'])
    .optional()
    .catch(undefined),
});

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

/** Of a payee's statement: without days it is this month. */
export const PayeeStatementPrintSearch = z.object({
  language,
  second: textParameter,
  payee: textParameter,
  from: dayParameter,
  to: dayParameter,
});

/** One settlement, or several separated by commas. */
export const SettlementPrintSearch = z.object({ ...pay, settlement: textParameter });
export const PayPrintSearch = z.object(pay);
