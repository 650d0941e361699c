import type { AppRouter } from '@daybook/api';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

// All that the client knows of the service, and types alone. The published declarations are written from these exports
// by build/declarations.ts.

export type {
  Bill,
  BillSummary,
  Cheque,
  ChequeSummary,
  ErrorCode,
  Issue,
  JournalEntry,
  Log,
  Login,
  LogSummary,
  Payee,
  Preferences,
  Role,
  Session,
  User,
  UserSummary,
} from '@daybook/domain';
export type { AppRouter };
/** What each procedure takes: `Inputs['bills']['create']`. */
export type Inputs = inferRouterInputs<AppRouter>;
/** What each procedure answers: `Outputs['bills']['list']`. */
export type Outputs = inferRouterOutputs<AppRouter>;
/** The account of the caller, with preferences. */
export type Me = Outputs['auth']['me'];
