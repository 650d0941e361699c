import { everyone, type Grant, type Role, roles } from '@daybook/domain';
import type { AnyTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import { auth } from './routers/auth.ts';
import { bills } from './routers/bills.ts';
import { cheques } from './routers/cheques.ts';
import { journal } from './routers/journal.ts';
import { logs } from './routers/logs.ts';
import { payees } from './routers/payees.ts';
import { users } from './routers/users.ts';
import { type Meta, operation, router } from './trpc.ts';

const permissions = operation({
  access: everyone,
  summary: 'What the caller’s role may call',
  description: 'By procedure: true, false, or self where only for the own account.',
})
  .output(z.record(z.string(), z.union([z.boolean(), z.literal('self')])))
  .query(({ ctx }) => grants[ctx.principal.role]);

export const appRouter = router({ auth, users, logs, cheques, bills, payees, journal, permissions });
export type AppRouter = typeof appRouter;

// Flat at run time: 'bills.get' and so on.
const procedures = appRouter._def.procedures as unknown as Readonly<Record<string, AnyTRPCProcedure>>;
const declared = Object.entries(procedures).map(
  ([path, { _def }]) => [path, (_def.meta as Partial<Meta> | undefined)?.access] as const,
);
const undeclared = declared.flatMap(([path, access]) => (access === undefined ? [path] : []));
if (undeclared.length > 0)
  throw new Error(`These procedures do not say who may call them: ${undeclared.join(', ')}.`);

const grantsOf = (role: Role) =>
  Object.fromEntries(
    declared.map(([path, access]): [string, Grant] => [path, access === 'open' || (access?.[role] ?? false)]),
  );
const grants = Object.fromEntries(roles.map((role) => [role, grantsOf(role)])) as Record<
  Role,
  Record<string, Grant>
>;
