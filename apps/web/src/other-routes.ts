import {
  IconAdjustments,
  IconCalendarCheck,
  IconChartLine,
  IconHistory,
  IconTrash,
} from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import {
  ChequePrintSearch,
  ClosingSearch,
  ForecastSearch,
  FormPrintSearch,
  ImportSearch,
  JournalSearch,
  ListPrintSearch,
  PayeeStatementPrintSearch,
  SettlementPrintSearch,
  StatementPrintSearch,
  TrashSearch,
} from './features/search.ts';
import { lazyPage } from './lib/lazy-page.ts';
import type { StaffRoute } from './shell/staff.route.ts';

export const closing = {
  name: 'closing',
  to: '/closing',
  icon: IconCalendarCheck,
  needs: 'closings.create',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/closing',
        staticData: { needs: 'closings.create' },
        validateSearch: ClosingSearch,
        component: lazyPage(() => import('./features/closing/ClosingPage.tsx'), 'ClosingPage'),
      }),
    ] as const,
} as const;

/** Whether there is enough money on the day. */
export const forecast = {
  name: 'forecast',
  to: '/forecast',
  icon: IconChartLine,
  needs: 'forecast.get',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/forecast',
        staticData: { needs: 'forecast.get' },
        validateSearch: ForecastSearch,
        component: lazyPage(() => import('./features/forecast/ForecastPage.tsx'), 'ForecastPage'),
      }),
    ] as const,
} as const;

// A Supervisor reads the changes of one record, beside it; what only Administrators do stands for the whole journal.
const needs = 'users.setRole';

export const journal = {
  name: 'journal',
  to: '/history',
  icon: IconHistory,
  needs,
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/history',
        staticData: { needs },
        validateSearch: JournalSearch,
        component: lazyPage(() => import('./features/journal/JournalPage.tsx'), 'JournalPage'),
      }),
    ] as const,
} as const;

export const trash = {
  name: 'trash',
  to: '/trash',
  icon: IconTrash,
  needs: 'trash.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/trash',
        staticData: { needs: 'trash.list' },
        validateSearch: TrashSearch,
        component: lazyPage(() => import('./features/trash/TrashPage.tsx'), 'TrashPage'),
      }),
    ] as const,
} as const;

export const settings = {
  name: 'settings',
  to: '/settings',
  icon: IconAdjustments,
  needs: 'users.setPreferences',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/settings',
        component: lazyPage(() => import('./features/settings/SettingsPage.tsx'), 'SettingsPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/settings/security',
        component: lazyPage(() => import('./features/settings/SecurityPage.tsx'), 'SecurityPage'),
      }),
    ] as const,
} as const;

/** Lists, the settings and the first steps lead here. */
export const imports = {
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/import',
        staticData: { needs: 'imports.create' },
        validateSearch: ImportSearch,
        component: lazyPage(() => import('./features/imports/ImportPage.tsx'), 'ImportPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/import/past',
        staticData: { needs: 'imports.list' },
        component: lazyPage(() => import('./features/imports/PastImportsPage.tsx'), 'PastImportsPage'),
      }),
    ] as const,
} as const;

/** What goes to paper; other screens lead here. */
export const printing = {
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/print/cheque/$chequeID',
        staticData: { needs: 'cheques.list' },
        validateSearch: ChequePrintSearch,
        component: lazyPage(() => import('./features/printing/ChequePrintPage.tsx'), 'ChequePrintPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/print/list',
        staticData: { needs: 'cheques.list' },
        validateSearch: ListPrintSearch,
        component: lazyPage(() => import('./features/printing/ListPrintPage.tsx'), 'ListPrintPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/print/form/$bankAccountID',
        staticData: { needs: 'bankAccounts.list' },
        validateSearch: FormPrintSearch,
        component: lazyPage(() => import('./features/printing/FormPrintPage.tsx'), 'FormPrintPage'),
      }),
      // Everybody prints what is about themselves; the service knows whose may be read.
      createRoute({
        getParentRoute: () => parent,
        path: '/print/statement',
        validateSearch: StatementPrintSearch,
        component: lazyPage(() => import('./features/printing/pay/PayPrintPages.tsx'), 'StatementPrintPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/print/payee-statement',
        staticData: { needs: 'payees.statement' },
        validateSearch: PayeeStatementPrintSearch,
        component: lazyPage(
          () => import('./features/printing/PayeeStatementPrintPage.tsx'),
          'PayeeStatementPrintPage',
        ),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/print/settlement',
        validateSearch: SettlementPrintSearch,
        component: lazyPage(() => import('./features/printing/pay/PayPrintPages.tsx'), 'SettlementPrintPage'),
      }),
    ] as const,
} as const;

/** The settings lead here. */
export const webhooks = {
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/webhooks',
        staticData: { needs: 'webhooks.list' },
        component: lazyPage(() => import('./features/webhooks/WebhooksPage.tsx'), 'WebhooksPage'),
      }),
    ] as const,
} as const;
