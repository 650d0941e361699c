import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';
import { PayeeSearch, PayeesSearch } from './search.ts';

export const payeesRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/payees',
    staticData: { needs: 'payees.list' },
    validateSearch: PayeesSearch,
    component: lazyRouteComponent(() => import('./PayeesPage.tsx'), 'PayeesPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/payees/$payeeID',
    staticData: { needs: 'payees.list' },
    validateSearch: PayeeSearch,
    component: lazyRouteComponent(() => import('./PayeePage.tsx'), 'PayeePage'),
  }),
] as const;
