import { IconChartLine } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { ForecastSearch } from './search.ts';

/** Whether there is enough money on the day. */
export const forecast = {
  name: 'forecast',
  to: '/forecast',
  icon: IconChartLine,
  needs: 'forecast.get',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/forecast',
        staticData: { needs: 'forecast.get' },
        validateSearch: ForecastSearch,
        component: lazyPage(() => import('./ForecastPage.tsx'), 'ForecastPage'),
      }),
    ] as const,
} as const;
