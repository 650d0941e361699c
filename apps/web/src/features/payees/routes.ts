import { IconUserDollar } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import { listSearch } from '../../lib/search.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { PayeeSearch } from './search.ts';

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
        validateSearch: listSearch('payees'),
        component: lazyPage(() => import('./PayeesPage.tsx'), 'PayeesPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/payees/$payeeID',
        staticData: { needs: 'payees.list' },
        validateSearch: PayeeSearch,
        component: lazyPage(() => import('./PayeePage.tsx'), 'PayeePage'),
      }),
    ] as const,
} as const;
