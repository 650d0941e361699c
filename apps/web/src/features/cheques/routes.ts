import { IconWritingSign } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { CalendarSearch, ChequesSearch } from './search.ts';

export const cheques = {
  name: 'cheques',
  to: '/cheques',
  icon: IconWritingSign,
  needs: 'cheques.list',
  routes: (parent: StaffRoute) =>
    [
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques',
        staticData: { needs: 'cheques.list' },
        validateSearch: ChequesSearch,
        component: lazyPage(() => import('./ChequesPage.tsx'), 'ChequesPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques/calendar',
        staticData: { needs: 'cheques.list' },
        validateSearch: CalendarSearch,
        component: lazyPage(() => import('./CalendarPage.tsx'), 'CalendarPage'),
      }),
    ] as const,
} as const;
