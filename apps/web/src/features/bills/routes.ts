import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';

export const billsRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/bills',
    component: lazyRouteComponent(() => import('./BillsPage.tsx'), 'BillsPage'),
  }),
] as const;
