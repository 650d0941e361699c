import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';
import { BillsSearch } from './search.ts';

export const billsRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/bills',
    staticData: { needs: 'bills.list' },
    validateSearch: BillsSearch,
    component: lazyRouteComponent(() => import('./BillsPage.tsx'), 'BillsPage'),
  }),
] as const;
