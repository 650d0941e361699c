import { IconWritingSign } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import { withStatus } from '../../entities/cheques/cheque.ts';
import { lazyPage } from '../../lib/lazy-page.ts';
import type { StaffRoute } from '../../shell/staff.route.ts';
import { CalendarSearch, ChequesSearch, PastDueSearch } from './search.ts';

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
        validateSearch: withStatus(ChequesSearch),
        component: lazyPage(() => import('./ChequesPage.tsx'), 'ChequesPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques/calendar',
        staticData: { needs: 'cheques.list' },
        validateSearch: CalendarSearch,
        component: lazyPage(() => import('./CalendarPage.tsx'), 'CalendarPage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques/past-due',
        staticData: { needs: 'cheques.addEvents' },
        validateSearch: PastDueSearch,
        component: lazyPage(() => import('./PastDuePage.tsx'), 'PastDuePage'),
      }),
      createRoute({
        getParentRoute: () => parent,
        path: '/cheques/$chequeID',
        staticData: { needs: 'cheques.list' },
        component: lazyPage(() => import('./ChequePage.tsx'), 'ChequePage'),
      }),
    ] as const,
} as const;
