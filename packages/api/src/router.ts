import type { AnyTRPCProcedure } from '@trpc/server';
import { auth } from './routers/auth.ts';
import { bills } from './routers/bills.ts';
import { cheques } from './routers/cheques.ts';
import { logs } from './routers/logs.ts';
import { payees } from './routers/payees.ts';
import { users } from './routers/users.ts';
import { type Meta, router } from './trpc.ts';

export const appRouter = router({ auth, users, logs, cheques, bills, payees });
export type AppRouter = typeof appRouter;

// Flat at run time: 'bills.get' and so on.
const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, AnyTRPCProcedure>>;
const undeclared = Object.entries(procedures).flatMap(([path, { _def }]) =>
  (_def.meta as Partial<Meta> | undefined)?.access === undefined ? [path] : [],
);
if (undeclared.length > 0)
  throw new Error(`These procedures do not say who may call them: ${undeclared.join(', ')}.`);
