import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';
import { DaySearch, LogsSearch, MonthSearch } from './search.ts';

export const logsRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/logs',
    validateSearch: LogsSearch,
    component: lazyRouteComponent(() => import('./LogsPage.tsx'), 'LogsPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/logs/month',
    validateSearch: MonthSearch,
    component: lazyRouteComponent(() => import('./month/MonthPage.tsx'), 'MonthPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/logs/day',
    validateSearch: DaySearch,
    component: lazyRouteComponent(() => import('./day/DayPage.tsx'), 'DayPage'),
  }),
] as const;
