import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';

export const logsRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/logs',
    component: lazyRouteComponent(() => import('./LogsPage.tsx'), 'LogsPage'),
  }),
] as const;
