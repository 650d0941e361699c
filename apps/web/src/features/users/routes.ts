import { IconUsers } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { UsersSearch } from './search.ts';

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
        component: lazyPage(() => import('./UsersPage.tsx'), 'UsersPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/users/$userID',
        component: lazyPage(() => import('./UserPage.tsx'), 'UserPage'),
      }),
    ] as const,
} as const;
