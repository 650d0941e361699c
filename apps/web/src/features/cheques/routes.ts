import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';
import { CalendarSearch, ChequesSearch } from './search.ts';

export const chequesRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/cheques',
    staticData: { needs: 'cheques.list' },
    validateSearch: ChequesSearch,
    component: lazyRouteComponent(() => import('./ChequesPage.tsx'), 'ChequesPage'),
  }),
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/cheques/calendar',
    staticData: { needs: 'cheques.list' },
    validateSearch: CalendarSearch,
    component: lazyRouteComponent(() => import('./CalendarPage.tsx'), 'CalendarPage'),
  }),
] as const;
