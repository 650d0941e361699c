import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';

export const homeRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
});
