import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';

export const chequesRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/cheques',
    component: lazyRouteComponent(() => import('./ChequesPage.tsx'), 'ChequesPage'),
  }),
] as const;
