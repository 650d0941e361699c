import {
  everyone,
  type Grant,
  type Principal,
  type Role,
  roles,
  type TokenScope,
  tokenScopes,
} from '@daybook/domain';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { z } from 'zod';
import { allowsToken, type Meta } from './declaration.ts';
import { attachments } from './routers/attachments.ts';
import { auth } from './routers/auth.ts';
import { balanceReadings } from './routers/balance-readings.ts';
import { bankAccounts } from './routers/bank-accounts.ts';
import { bills } from './routers/bills.ts';
import { calendars } from './routers/calendars.ts';
import { chequebooks } from './routers/chequebooks.ts';
import { cheques } from './routers/cheques.ts';
import { closings } from './routers/closings.ts';
import { events } from './routers/events.ts';
import { forecast } from './routers/forecast.ts';
import { home } from './routers/home.ts';
import { imports } from './routers/imports.ts';
import { journal, trash } from './routers/journal.ts';
import { logs } from './routers/logs.ts';
import { pay } from './routers/pay.ts';
import { payEntries } from './routers/pay-entries.ts';
import { payees } from './routers/payees.ts';
import { rates } from './routers/rates.ts';
import { settings } from './routers/settings.ts';
import { settlements } from './routers/settlements.ts';
import { tokens } from './routers/tokens.ts';
import { users } from './routers/users.ts';
import { webhooks } from './routers/webhooks.ts';
import { operations, router } from './trpc.ts';

const { operation } = operations({
  tag: { name: 'Permissions', description: 'What a role may do' },
  bulkhead: 'others',
  tokens: 'profile',
});

/** By procedure: true, false, or self where only for the own account. */
const permissions = operation({
  access: everyone,
  whileEnrolling: true,
  summary: 'What the caller may call: by the role, and by the scopes of a personal access token',
})
  .output(z.record(z.string(), z.union([z.boolean(), z.literal('self')])))
  .query(({ ctx }) => grantedTo(ctx.principal));

export const appRouter = router({
  auth,
  users,
  logs,
  cheques,
  bills,
  payees,
  bankAccounts,
  chequebooks,
  balanceReadings,
  payEntries,
  rates,
  pay,
  closings,
  settlements,
  attachments,
  settings,
  journal,
  trash,
  events,
  home,
  imports,
  forecast,
  calendars,
  tokens: tokens((role) => usableScopes[role]),
  webhooks,
  permissions,
});
export type AppRouter = typeof appRouter;

const { procedures }: { procedures: Record<string, AnyTRPCProcedure> } = (appRouter as AnyTRPCRouter)._def;

/** What is declared of each procedure, by its path: `bills.get`. */
export const declarations: ReadonlyMap<string, Meta> = new Map(
  Object.entries(procedures).map(([path, { _def }]) => {
    const meta = _def.meta as Meta | undefined;
    if (!meta) throw new Error(`${path} declares nothing: begin it with an operation of its router's group.`);
    return [path, meta];
  }),
);

const grantsOf = (role: Role) =>
  Object.fromEntries(
    Array.from(declarations, ([path, { access }]): [string, Grant] => [
      path,
      access === 'open' || access[role],
    ]),
  );
const grants: Readonly<Record<Role, Record<string, Grant>>> = Object.fromEntries(
  roles.map((role) => [role, grantsOf(role)]),
) as Record<Role, Record<string, Grant>>;

/** What is left of a role with these scopes; all of it without a token. */
const grantedTo = ({ role, scopes }: Pick<Principal, 'role' | 'scopes'>): Record<string, Grant> =>
  scopes
    ? Object.fromEntries(
        Object.entries(grants[role]).map(([path, grant]) => {
          const meta = declarations.get(path);
          return [path, meta && (meta.access === 'open' || allowsToken(meta, scopes)) ? grant : false];
        }),
      )
    : grants[role];

/** The scopes with which a role can do anything; what takes one of several has its records' own operations. */
function usableScopesOf(role: Role): readonly TokenScope[] {
  const usable = new Set(
    Array.from(declarations, ([path, { scope }]) => (grants[role][path] === false ? undefined : scope)),
  );
  return tokenScopes.filter((scope) => usable.has(scope));
}
const usableScopes: Readonly<Record<Role, readonly TokenScope[]>> = {
  Administrator: usableScopesOf('Administrator'),
  Supervisor: usableScopesOf('Supervisor'),
  User: usableScopesOf('User'),
};
