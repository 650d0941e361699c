import {
  IconBuildingBank,
  IconCalendarTime,
  IconCoins,
  IconHome,
  IconReceipt,
  IconUserDollar,
  IconUsers,
  IconWritingSign,
} from '@tabler/icons-react';
import { createRoute, redirect } from '@tanstack/react-router';
import { createElement } from 'react';
import { withStatus } from './entities/cheques/cheque.ts';
import {
  AccountSearch,
  AccountsSearch,
  AllBillsSearch,
  CalendarSearch,
  ChequesSearch,
  DaySearch,
  LogsSearch,
  MonthSearch,
  OwnPaySearch,
  PastDueSearch,
  PayeeSearch,
  PayeesSearch,
  PaySearch,
  PeriodSearch,
  SettleSearch,
  ToPaySearch,
  UsersSearch,
  UsersSecuritySearch,
} from './features/search.ts';
import { lazyPage } from './lib/lazy-page.ts';
import type { StaffRoute } from './shell/staff.route.ts';

export const home = {
  name: 'home',
  to: '/',
  icon: IconHome,
  needs: 'logs.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/',
        // At the same time as who one is; the page waits for it by itself.
        loader: ({ context: { api, queryClient, session } }) => {
          if (session.role && session.role !== 'User')
            void queryClient.prefetchQuery(api.home.queryOptions());
        },
        // In the same file as the frame: most people begin here.
        component: () => createElement(parent.useRouteContext().HomePage),
      }),
    ] as const,
} as const;

export const logs = {
  name: 'logs',
  to: '/logs',
  icon: IconCalendarTime,
  needs: 'logs.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/logs',
        validateSearch: LogsSearch,
        component: lazyPage(() => import('./features/logs/LogsPage.tsx'), 'LogsPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/logs/month',
        validateSearch: MonthSearch,
        component: lazyPage(() => import('./features/logs/month/MonthPage.tsx'), 'MonthPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/logs/day',
        validateSearch: DaySearch,
        component: lazyPage(() => import('./features/logs/day/DayPage.tsx'), 'DayPage'),
      }),
    ] as const,
} as const;

export const pay = {
  name: 'pay',
  to: '/pay',
  icon: IconCoins,
  needs: 'pay.statement',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/pay',
        validateSearch: PaySearch.extend(OwnPaySearch.shape),
        component: lazyPage(() => import('./features/pay/PayPage.tsx'), 'PayPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/pay/settle',
        staticData: { needs: 'settlements.create' },
        validateSearch: SettleSearch,
        component: lazyPage(() => import('./features/pay/settle/SettlePage.tsx'), 'SettlePage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/pay/rates',
        staticData: { needs: 'rates.create' },
        component: lazyPage(() => import('./features/pay/rates/RatesPage.tsx'), 'RatesPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/pay/settlements/$settlementID',
        component: lazyPage(() => import('./features/pay/settlement/SettlementPage.tsx'), 'SettlementPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/pay/$workerID',
        staticData: { needs: 'pay.balances' },
        validateSearch: PeriodSearch,
        component: lazyPage(() => import('./features/pay/worker/WorkerPage.tsx'), 'WorkerPage'),
      }),
    ] as const,
} as const;

export const cheques = {
  name: 'cheques',
  to: '/cheques',
  icon: IconWritingSign,
  needs: 'cheques.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques',
        staticData: { needs: 'cheques.list' },
        validateSearch: withStatus(ChequesSearch),
        component: lazyPage(() => import('./features/cheques/ChequesPage.tsx'), 'ChequesPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques/calendar',
        staticData: { needs: 'cheques.list' },
        validateSearch: CalendarSearch,
        component: lazyPage(() => import('./features/cheques/CalendarPage.tsx'), 'CalendarPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques/past-due',
        staticData: { needs: 'cheques.addEvents' },
        validateSearch: PastDueSearch,
        component: lazyPage(() => import('./features/cheques/PastDuePage.tsx'), 'PastDuePage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques/$chequeID',
        staticData: { needs: 'cheques.list' },
        component: lazyPage(() => import('./features/cheques/ChequePage.tsx'), 'ChequePage'),
      }),
    ] as const,
} as const;

export const accounts = {
  name: 'bankAccounts',
  to: '/accounts',
  icon: IconBuildingBank,
  needs: 'bankAccounts.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/accounts',
        staticData: { needs: 'bankAccounts.list' },
        validateSearch: AccountsSearch,
        component: lazyPage(() => import('./features/accounts/AccountsPage.tsx'), 'AccountsPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/accounts/$bankAccountID',
        staticData: { needs: 'bankAccounts.list' },
        validateSearch: AccountSearch,
        component: lazyPage(() => import('./features/accounts/AccountPage.tsx'), 'AccountPage'),
      }),
    ] as const,
} as const;

export const payees = {
  name: 'payees',
  to: '/payees',
  icon: IconUserDollar,
  needs: 'payees.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/payees',
        staticData: { needs: 'payees.list' },
        validateSearch: PayeesSearch,
        component: lazyPage(() => import('./features/payees/PayeesPage.tsx'), 'PayeesPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/payees/$payeeID',
        staticData: { needs: 'payees.list' },
        validateSearch: PayeeSearch,
        component: lazyPage(() => import('./features/payees/PayeePage.tsx'), 'PayeePage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/payees/$payeeID/statement',
        staticData: { needs: 'payees.statement' },
        validateSearch: PeriodSearch,
        component: lazyPage(() => import('./features/payees/PayeeStatementPage.tsx'), 'PayeeStatementPage'),
      }),
    ] as const,
} as const;

export const users = {
  name: 'users',
  to: '/users',
  icon: IconUsers,
  needs: 'users.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/users',
        staticData: { needs: 'users.list' },
        validateSearch: UsersSearch,
        component: lazyPage(() => import('./features/users/UsersPage.tsx'), 'UsersPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/users/security',
        staticData: { needs: 'users.security' },
        validateSearch: UsersSecuritySearch,
        component: lazyPage(() => import('./features/users/UsersSecurityPage.tsx'), 'UsersSecurityPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/users/$userID',
        component: lazyPage(() => import('./features/users/UserPage.tsx'), 'UserPage'),
      }),
    ] as const,
} as const;

export const bills = {
  name: 'bills',
  to: '/bills',
  icon: IconReceipt,
  needs: 'bills.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/bills',
        staticData: { needs: 'bills.list' },
        validateSearch: ToPaySearch.extend(AllBillsSearch.pick({ from: true, to: true }).shape),
        // Links and saved views from before there were bills to pay are of all bills.
        beforeLoad: ({ search: { from, to, search, sort } }) => {
          if (from || to)
            throw redirect({ to: '/bills/all', search: { from, to, search, sort }, replace: true });
        },
        component: lazyPage(() => import('./features/bills/ToPayPage.tsx'), 'ToPayPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/bills/all',
        staticData: { needs: 'bills.list' },
        validateSearch: AllBillsSearch,
        component: lazyPage(() => import('./features/bills/BillsPage.tsx'), 'BillsPage'),
      }),
    ] as const,
} as const;
