import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import {
  ChequePrintSearch,
  FormPrintSearch,
  ListPrintSearch,
  SettlementPrintSearch,
  StatementPrintSearch,
} from './search.ts';

/** What goes to paper; other screens lead here. */
export const printing = {
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/print/cheque/$chequeID',
        staticData: { needs: 'cheques.list' },
        validateSearch: ChequePrintSearch,
        component: lazyPage(() => import('./ChequePrintPage.tsx'), 'ChequePrintPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/print/list',
        staticData: { needs: 'cheques.list' },
        validateSearch: ListPrintSearch,
        component: lazyPage(() => import('./ListPrintPage.tsx'), 'ListPrintPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/print/form/$bankAccountID',
        staticData: { needs: 'bankAccounts.list' },
        validateSearch: FormPrintSearch,
        component: lazyPage(() => import('./FormPrintPage.tsx'), 'FormPrintPage'),
      }),
      // Everybody prints what is about themselves; the service knows whose may be read.
      createRoute({
        getParentRoute: () => parent,
        path: '/print/statement',
        validateSearch: StatementPrintSearch,
        component: lazyPage(() => import('./pay/PayPrintPages.tsx'), 'StatementPrintPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/print/settlement',
        validateSearch: SettlementPrintSearch,
        component: lazyPage(() => import('./pay/PayPrintPages.tsx'), 'SettlementPrintPage'),
      }),
    ] as const,
} as const;
