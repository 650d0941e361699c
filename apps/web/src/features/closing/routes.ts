import { IconCalendarCheck } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { ClosingSearch } from './search.ts';

export const closing = {
  name: 'closing',
  to: '/closing',
  icon: IconCalendarCheck,
  needs: 'closings.create',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/closing',
        staticData: { needs: 'closings.create' },
        validateSearch: ClosingSearch,
        component: lazyPage(() => import('./ClosingPage.tsx'), 'ClosingPage'),
      }),
    ] as const,
} as const;
