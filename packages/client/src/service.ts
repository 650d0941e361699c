import type { AppRouter } from '@daybook/api';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

// Everything the client knows of the service: types only. build/declarations.ts writes the published declarations from
// these exports.

export type {
  BalanceReading,
  BankAccount,
  Bill,
  BillSummary,
  Calendar,
  Cheque,
  Chequebook,
  ChequeForm,
  ChequeSummary,
  ClosingCheck,
  Closings,
  CodeWithIssues,
  ErrorCode,
  Event,
  EventPage,
  FactorMethod,
  Forecast,
  Issue,
  IssueCode,
  JournalEntry,
  Log,
  Login,
  LogSummary,
  Payee,
  PayeeStatement,
  PlannedCheque,
  Preferences,
  Role,
  Session,
  Settings,
  Settlement,
  SettlementPreview,
  Shortfall,
  TrashEntry,
  User,
  UserSummary,
  Warning,
  WarningCode,
} from '@daybook/domain';
export type { AppRouter };
/** What each procedure takes: `Inputs['bills']['create']`. */
export type Inputs = inferRouterInputs<AppRouter>;
/** What each procedure answers: `Outputs['bills']['list']`. */
export type Outputs = inferRouterOutputs<AppRouter>;
/** The account of the caller, with preferences. */
export type Me = Outputs['auth']['me'];
