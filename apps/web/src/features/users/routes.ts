import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';

export const usersRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/users',
    component: lazyRouteComponent(() => import('./UsersPage.tsx'), 'UsersPage'),
  }),
] as const;
