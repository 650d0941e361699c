import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';
import { PayeesSearch } from './search.ts';

export const payeesRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/payees',
    validateSearch: PayeesSearch,
    component: lazyRouteComponent(() => import('./PayeesPage.tsx'), 'PayeesPage'),
  }),
] as const;
