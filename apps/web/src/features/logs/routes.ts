import { IconCalendarTime } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { DaySearch, LogsSearch, MonthSearch } from './search.ts';

export const logs = {
  name: 'logs',
  to: '/logs',
  icon: IconCalendarTime,
  needs: 'logs.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/logs',
        validateSearch: LogsSearch,
        component: lazyRouteComponent(() => import('./LogsPage.tsx'), 'LogsPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/logs/month',
        validateSearch: MonthSearch,
        component: lazyRouteComponent(() => import('./month/MonthPage.tsx'), 'MonthPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/logs/day',
        validateSearch: DaySearch,
        component: lazyRouteComponent(() => import('./day/DayPage.tsx'), 'DayPage'),
      }),
    ] as const,
} as const;
