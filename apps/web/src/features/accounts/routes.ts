import { IconBuildingBank } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import { listSearch } from '../../lib/search.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { AccountSearch } from './search.ts';

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
        validateSearch: listSearch('bankAccounts'),
        component: lazyPage(() => import('./AccountsPage.tsx'), 'AccountsPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/accounts/$bankAccountID',
        staticData: { needs: 'bankAccounts.list' },
        validateSearch: AccountSearch,
        component: lazyPage(() => import('./AccountPage.tsx'), 'AccountPage'),
      }),
    ] as const,
} as const;
