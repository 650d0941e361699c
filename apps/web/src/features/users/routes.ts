import { IconUsers } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
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
        component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/users/$userID',
        component: lazyRouteComponent(() => import('./UserPage.tsx'), 'UserPage'),
      }),
    ] as const,
} as const;
