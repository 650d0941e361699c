import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';
import { UsersSearch } from './search.ts';

export const usersRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/users',
    staticData: { needs: 'users.list' },
    validateSearch: UsersSearch,
    component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/users/$userID',
    component: lazyRouteComponent(() => import('./UserPage.tsx'), 'UserPage'),
  }),
] as const;
