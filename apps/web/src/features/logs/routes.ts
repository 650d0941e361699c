import { IconCalendarTime } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
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
        component: lazyPage(() => import('./LogsPage.tsx'), 'LogsPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/logs/month',
        validateSearch: MonthSearch,
        component: lazyPage(() => import('./month/MonthPage.tsx'), 'MonthPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/logs/day',
        validateSearch: DaySearch,
        component: lazyPage(() => import('./day/DayPage.tsx'), 'DayPage'),
      }),
    ] as const,
} as const;
