import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { staffRoute } from '../../shell/staff.route.ts';
import { JournalSearch } from './search.ts';

export const journalRoutes = [
  createRoute({
    getParentRoute: () => staffRoute,
    path: '/history',
    validateSearch: JournalSearch,
    component: lazyRouteComponent(() => import('./JournalPage.tsx'), 'JournalPage'),
  }),
] as const;
